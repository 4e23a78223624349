package io.tidemark.app.watch;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.app.watch.BaselineJudge.Judgement;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.events.WatchVerdict;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.read.ResultReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
     * @param results opens the store
     */
    public record Parts(
            CommandContext context,
            ClusterConnection connection,
            WatchFile file,
            List<String> runArguments,
            Supplier<ResultReader> results) {}

    /**
     * How a watched plan is.
     *
     * @param words what it waits for, or what went wrong
     * @param lastRun id of its newest run; empty before the first
     * @param nextDue when its next run is due, as far as this process knows
     */
    public record PlanStatus(WatchActivity activity, String words, String lastRun, Optional<Instant> nextDue) {}

    private final Parts parts;
    private final URI target;
    private final List<PlanWatch> plans;
    private final WatchHistoryReader histories;
    private final ControlPublisher control;
    private final Map<String, PlanStatus> statuses = new HashMap<>();
    private final WatchedRuns runs;
    private final CountDownLatch closing = new CountDownLatch(1);

    /** Whether what is known of the runs may be older than the newest of them. */
    private boolean stale = true;

    public TargetWatcher(Parts parts, URI target, List<WatchedPlan> plans) {
        this.parts = parts;
        this.target = target;
        String watcher = host() + ":" + ProcessHandle.current().pid();
        this.plans = plans.stream().map(plan -> new PlanWatch(plan, watcher)).toList();
        this.runs = new WatchedRuns(parts.context(), parts.runArguments());
        this.histories = new WatchHistoryReader(parts.connection(), parts.file().team());
        this.control = new ControlPublisher(
                parts.context(), parts.connection(), parts.file().team());
        plans.forEach(plan ->
                statuses.put(plan.name(), new PlanStatus(WatchActivity.UNKNOWN, "starting", "", Optional.empty())));
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            LOG.debug("this host has no name", e);
            return "localhost";
        }
    }

    /** By name of the plan. */
    public synchronized Map<String, PlanStatus> status() {
        return Map.copyOf(statuses);
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
                } catch (CommandException
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

    /**
     * One scheduled run of one plan now, whether it is due or not, then the runs that confirm it if it is suspected.
     *
     * @return CONFIRMED as {@link ExitCode#SLO_NOT_MET}, SUSPECTED as {@link ExitCode#INCONCLUSIVE}, else the code of the run
     */
    public ExitCode once(String name, Duration leaseWithin) throws InterruptedException {
        PlanWatch watch = plans.stream()
                .filter(plan -> plan.plan().name().equals(name))
                .findFirst()
                .orElseThrow();
        try (TargetLease lease = lease()) {
            if (!lease.await(leaseWithin)) {
                throw CommandException.infrastructure(lease.problem());
            }
            refresh();
            Instant due = now();
            int code = execute(watch, new NextRun.Run(due, "", Optional.empty()), lease);
            refresh();
            boolean isJudged = watch.history()
                    .newestValid()
                    .filter(run -> run.due().equals(due))
                    .isPresent();
            if (isJudged) {
                confirm(watch, lease);
            }
            publish(watch, WatchActivity.WAITING, "", watch.plan().schedule().nextDue(due));
            return isJudged
                    ? once(watch.judgement().verdict(), code)
                    : exitCode(code).orElse(ExitCode.INFRASTRUCTURE);
        }
    }

    /** Until nothing is suspected any more, or a confirming run cannot be made. */
    private void confirm(PlanWatch watch, TargetLease lease) throws InterruptedException {
        Optional<PastRun> pending = watch.judgement().pending();
        while (pending.isPresent() && !isClosed()) {
            int code = execute(watch, new NextRun.Run(now(), pending.get().run(), Optional.empty()), lease);
            refresh();
            pending = PlanWatch.ran(code) ? watch.judgement().pending() : Optional.empty();
        }
    }

    private static ExitCode once(WatchVerdict verdict, int code) {
        return switch (verdict) {
            case CONFIRMED -> ExitCode.SLO_NOT_MET;
            case SUSPECTED -> ExitCode.INCONCLUSIVE;
            default -> exitCode(code).orElse(ExitCode.INFRASTRUCTURE);
        };
    }

    private TargetLease lease() {
        Map<String, String> settings = new HashMap<>(parts.connection().clientSettings());
        settings.put("bootstrap.servers", parts.connection().bootstrapServers());
        return TargetLease.request(
                settings, parts.file().team(), target, parts.context().nanoClock(), runs::stop);
    }

    private void round(TargetLease lease) throws InterruptedException {
        if (!lease.await(LOOK_EVERY)) {
            // The holder publishes how the plans are.
            plans.forEach(plan -> note(plan, WatchActivity.BLOCKED, lease.problem(), Optional.empty()));
            stale = true;
            return;
        }
        if (stale) {
            refresh();
        }
        Instant now = now();
        Optional<Due> due = plans.stream()
                .flatMap(plan -> Due.of(plan, parts.file().blackouts(), now).stream())
                .min(Due.ORDER);
        if (due.isPresent()) {
            execute(due.get().plan(), due.get().run(), lease);
            return;
        }
        Instant wake = now.plus(LOOK_EVERY);
        for (PlanWatch plan : plans) {
            if (plan.next(parts.file().blackouts(), now) instanceof NextRun.Wait wait) {
                WatchActivity activity = plan.isBlocked(wait) ? WatchActivity.BLOCKED : WatchActivity.WAITING;
                publish(plan, activity, wait.why(), wait.due());
                wake = wait.until().isBefore(wake) ? wait.until() : wake;
            }
        }
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

        static Optional<Due> of(PlanWatch plan, Blackouts blackouts, Instant now) {
            return plan.next(blackouts, now) instanceof NextRun.Run run
                    ? Optional.of(new Due(plan, run))
                    : Optional.empty();
        }
    }

    /** Reads what took place, by whomever, and judges it. */
    private void refresh() {
        Instant now = now();
        WatchHistoryReader.Read read = histories.read();
        try (ResultReader results = parts.results().get()) {
            BaselineJudge judge = new BaselineJudge(results, parts.file().team());
            for (PlanWatch plan : plans) {
                PlanHistory history = read.history(plan.plan().name(), now);
                Judgement before = plan.judgement();
                plan.update(history, judge.judge(plan.plan(), history, now));
                if (!plan.judgement().equals(before)) {
                    say(plan, verdict(plan));
                }
            }
        }
        stale = false;
    }

    private static String verdict(PlanWatch plan) {
        Judgement judgement = plan.judgement();
        String evidence = judgement.evidence();
        if (judgement.verdict() == WatchVerdict.UNKNOWN) {
            return evidence.isEmpty() ? "not compared with a baseline" : evidence;
        }
        return judgement.verdict() + " against baseline "
                + plan.plan().baseline().orElse("") + (evidence.isEmpty() ? "" : ": " + evidence);
    }

    /** @return the run's exit code; {@link ExitCode#INFRASTRUCTURE} if it could not begin */
    private int execute(PlanWatch plan, NextRun.Run run, TargetLease lease) throws InterruptedException {
        stale = true;
        WatchActivity activity = run.isScheduled() ? WatchActivity.RUNNING : WatchActivity.CONFIRMING;
        publish(plan, activity, run.isScheduled() ? "" : "confirms run " + run.confirms(), Optional.of(run.due()));
        String which =
                run.isScheduled() ? "run due " + ValueFormat.stamp(run.due()) : "run that confirms " + run.confirms();
        try {
            WatchedRuns.EndedRun ended = runs.execute(
                    plan.plan(),
                    run,
                    () -> lease.isHeld() && !isClosed(),
                    log -> say(plan, which + " begins; its log is " + log));
            plan.ended(ended, now());
            say(
                    plan,
                    "run ended: "
                            + exitCode(ended.code()).map(ExitCode::meaning).orElse("stopped"));
            return ended.code();
        } catch (CommandException e) {
            plan.failed(String.valueOf(e.getMessage()), now());
            say(plan, "cannot run: " + e.getMessage());
            return ExitCode.INFRASTRUCTURE.code();
        }
    }

    private static Optional<ExitCode> exitCode(int code) {
        return Arrays.stream(ExitCode.values())
                .filter(one -> one.code() == code)
                .findFirst();
    }

    private void publish(PlanWatch plan, WatchActivity activity, String words, Optional<Instant> nextDue) {
        note(plan, activity, words, nextDue);
        Optional<WatchState> state = plan.changed(activity, words, nextDue);
        state.ifPresent(one -> {
            control.publish(List.of(one), now());
            plan.published(one);
        });
    }

    private synchronized void note(PlanWatch plan, WatchActivity activity, String words, Optional<Instant> nextDue) {
        String lastRun = plan.history().newest().map(PastRun::run).orElse("");
        PlanStatus status = new PlanStatus(activity, words, lastRun, nextDue);
        PlanStatus before = statuses.put(plan.plan().name(), status);
        if (activity == WatchActivity.BLOCKED && (before == null || !words.equals(before.words()))) {
            say(plan, "blocked: " + words);
        }
    }

    private void say(PlanWatch plan, String words) {
        parts.context()
                .terminal()
                .printFormatted(
                        "%s  %-12s  %s", ValueFormat.stamp(now()), plan.plan().name(), words);
    }

    private Instant now() {
        return parts.context().wallClock().instant();
    }

    private boolean isClosed() {
        return closing.getCount() == 0;
    }

    private void pause(RuntimeException because, int failed) throws InterruptedException {
        plans.forEach(
                plan -> note(plan, WatchActivity.BLOCKED, String.valueOf(because.getMessage()), Optional.empty()));
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
