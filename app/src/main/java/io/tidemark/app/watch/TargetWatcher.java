package io.tidemark.app.watch;

import io.tidemark.app.lease.TargetLease;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ProcessName;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.app.watch.BaselineJudge.Judgement;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchVerdict;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.read.ResultReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.ExponentialBackoff;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the plans of one target: while it holds the target's lease it runs what is due, one run at a time, and judges each run by the plan's
 * baseline. All that it has to know after a restart is in the control topic. {@link #status} and {@link #close} are for any thread.
 */
public final class TargetWatcher implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TargetWatcher.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(10);
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(1_000, 2, 30_000, 0.2);

    /**
     * What watchers of all targets share.
     *
     * @param runArguments of {@code tidemark run} that name the cluster, the store and the team
     * @param ends what an exit code of {@code tidemark run} says
     * @param results opens the store
     */
    public record Parts(
            OperationContext context,
            ClusterConnection connection,
            WatchFile file,
            List<String> runArguments,
            IntFunction<RunEnd> ends,
            Supplier<ResultReader> results) {
        public Parts {
            runArguments = List.copyOf(runArguments);
        }
    }

    /**
     * How a run's process ended.
     *
     * @param code of the process
     * @param hasResults whether the run came to its results
     * @param description by the run's own objectives, which is another question than whether it is worse than a baseline
     */
    public record RunEnd(int code, boolean hasResults, String description) {}

    /**
     * One scheduled run and those that confirm it.
     *
     * @param verdict UNKNOWN if no valid run can be judged
     * @param run the end of the scheduled one; empty if it could not begin
     */
    public record OnceResult(WatchVerdict verdict, Optional<RunEnd> run) {}

    private final Parts parts;
    private final URI target;
    private final List<PlanWatch> plans;
    private final WatchHistoryReader histories;
    private final WatchReporter reporter;
    private final WatchedRuns runs;
    private final CountDownLatch closing = new CountDownLatch(1);

    /** Whether what is known of the runs may be older than the newest of them. */
    private boolean stale = true;

    public TargetWatcher(Parts parts, URI target, List<WatchedPlan> plans) {
        this.parts = parts;
        this.target = target;
        String watcher = ProcessName.hostAndPid();
        this.plans = plans.stream().map(plan -> new PlanWatch(plan, watcher)).toList();
        this.runs = new WatchedRuns(parts);
        this.histories = new WatchHistoryReader(parts.connection(), parts.file().team());
        this.reporter = new WatchReporter(
                parts.context(),
                new ControlPublisher(
                        parts.context(), parts.connection(), parts.file().team()),
                plans);
    }

    /** By name of the plan. */
    public Map<String, WatchReporter.PlanStatus> status() {
        return reporter.status();
    }

    /** Until it is closed. */
    @Override
    public void run() {
        try (TargetLease lease = lease()) {
            int failed = 0;
            while (!isClosed()) {
                try {
                    round(lease);
                    failed = 0;
                } catch (OperationException
                        | KafkaException
                        | StoreException
                        | RegistryUnavailableException
                        | UncheckedIOException e) {
                    LOG.debug("because of", e);
                    pause(e, failed++);
                } catch (RuntimeException e) {
                    LOG.error("the watcher of {} failed on a defect, and goes on", target, e);
                    pause(e, failed++);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One scheduled run of one plan now, whether it is due or not, then the runs that confirm it if it is suspected. */
    public OnceResult once(String name, Duration leaseWithin) throws InterruptedException {
        PlanWatch watch = plans.stream()
                .filter(plan -> plan.plan().name().equals(name))
                .findFirst()
                .orElseThrow();
        try (TargetLease lease = lease()) {
            if (!lease.await(leaseWithin)) {
                throw new UnavailableException(lease.problem());
            }
            refresh();
            Instant due = now();
            Optional<RunEnd> run = execute(watch, new NextRun.Run(due, "", Optional.empty()), lease);
            refresh();
            boolean isJudged = watch.history()
                    .newestValid()
                    .filter(newest -> newest.due().equals(due))
                    .isPresent();
            if (isJudged) {
                confirm(watch, lease);
            }
            reporter.publish(
                    watch, WatchActivity.WAITING, "", watch.plan().schedule().nextDue(due));
            return new OnceResult(isJudged ? watch.judgement().verdict() : WatchVerdict.UNKNOWN, run);
        }
    }

    /** Until nothing is suspected any more, or a confirming run cannot be made. */
    private void confirm(PlanWatch watch, TargetLease lease) throws InterruptedException {
        Optional<PastRun> pending = watch.judgement().pending();
        while (pending.isPresent() && !isClosed()) {
            Optional<RunEnd> run =
                    execute(watch, new NextRun.Run(now(), pending.get().run(), Optional.empty()), lease);
            refresh();
            pending = run.filter(RunEnd::hasResults).isPresent()
                    ? watch.judgement().pending()
                    : Optional.empty();
        }
    }

    private TargetLease lease() {
        return TargetLease.request(
                parts.connection(), parts.file().team(), target, parts.context().nanoClock(), runs::stop);
    }

    private void round(TargetLease lease) throws InterruptedException {
        if (!lease.await(LOOK_EVERY)) {
            // The holder publishes how the plans are.
            plans.forEach(plan -> reporter.blocked(plan, lease.problem()));
            stale = true;
            return;
        }
        if (stale) {
            refresh();
        }
        Instant now = now();
        Instant wake = now.plus(LOOK_EVERY);
        Map<PlanWatch, NextRun.Wait> waiting = new LinkedHashMap<>();
        List<Due> due = new ArrayList<>();
        for (PlanWatch plan : plans) {
            NextRun next = plan.next(parts.file().blackouts(), now);
            if (next instanceof NextRun.Run run) {
                due.add(new Due(plan, run));
            } else if (next instanceof NextRun.Wait wait) {
                waiting.put(plan, wait);
                wake = wait.until().isBefore(wake) ? wait.until() : wake;
            }
        }
        if (!due.isEmpty()) {
            Due first = Collections.min(due, Due.ORDER);
            execute(first.plan(), first.run(), lease);
            return;
        }
        waiting.forEach((plan, wait) -> {
            WatchActivity activity = plan.isBlocked(wait) ? WatchActivity.BLOCKED : WatchActivity.WAITING;
            reporter.publish(plan, activity, wait.reason(), wait.due());
        });
        pause(Duration.between(now, wake));
    }

    /** A run that is to be made now. */
    private record Due(PlanWatch plan, NextRun.Run run) {
        /** Confirming runs first, then what was due first, then the plan whose newest run is the oldest. */
        static final Comparator<Due> ORDER = Comparator.comparing(
                        (Due due) -> due.run().isScheduled())
                .thenComparing(due -> due.run().due())
                .thenComparing(
                        due -> due.plan().history().newest().map(PastRun::run).orElse(""));
    }

    /** Reads what took place, by whomever, and judges it. */
    private void refresh() {
        Instant now = now();
        WatchHistoryReader.Read read = histories.read();
        try (ResultReader results = parts.results().get()) {
            BaselineJudge judge = new BaselineJudge(results, parts.file().team());
            for (PlanWatch plan : plans) {
                PlanHistory history = read.history(plan.plan(), now);
                Judgement before = plan.judgement();
                plan.update(history, judge.judge(plan.plan(), history, now));
                if (!plan.judgement().equals(before)) {
                    reporter.sayJudgement(plan);
                }
            }
        }
        stale = false;
    }

    /** Empty if it could not begin. */
    private Optional<RunEnd> execute(PlanWatch plan, NextRun.Run run, TargetLease lease) throws InterruptedException {
        stale = true;
        WatchActivity activity = run.isScheduled() ? WatchActivity.RUNNING : WatchActivity.CONFIRMING;
        reporter.publish(
                plan, activity, run.isScheduled() ? "" : "confirms run " + run.confirms(), Optional.of(run.due()));
        String which =
                run.isScheduled() ? "run due " + ValueFormat.stamp(run.due()) : "run that confirms " + run.confirms();
        try {
            WatchedRuns.EndedRun ended = runs.execute(
                    plan.plan(),
                    run,
                    () -> lease.isHeld() && !isClosed(),
                    log -> reporter.say(plan, which + " begins; its log is " + log));
            plan.ended(ended, now());
            reporter.say(plan, ended.end().description());
            return Optional.of(ended.end());
        } catch (OperationException e) {
            plan.failed(String.valueOf(e.getMessage()), now());
            reporter.say(plan, "cannot run: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Instant now() {
        return parts.context().wallClock().instant();
    }

    private boolean isClosed() {
        return closing.getCount() == 0;
    }

    private void pause(RuntimeException because, int failed) throws InterruptedException {
        plans.forEach(plan -> reporter.blocked(plan, String.valueOf(because.getMessage())));
        stale = true;
        pause(Duration.ofMillis(PAUSES.backoff(failed)));
    }

    private void pause(Duration length) throws InterruptedException {
        if (closing.await(length.toMillis() + 1, TimeUnit.MILLISECONDS)) {
            LOG.debug("closing");
        }
    }

    @Override
    public void close() {
        closing.countDown();
        runs.stop();
    }
}
