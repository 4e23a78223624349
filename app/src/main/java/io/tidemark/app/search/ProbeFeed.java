package io.tidemark.app.search;

import io.tidemark.analysis.search.Probe;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.app.run.RunHooks;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallEnd;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.Chunk;
import io.tidemark.producer.run.RequestWatch;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunProgress;
import io.tidemark.producer.run.WatchedRequest;
import io.tidemark.schemas.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Tells the probes of a run, one per step, what becomes of its requests: when each is due as the lane sends it, what became of it by its
 * event, and how the step stands each second. Thread-safe: requests are told on the lane's loop, seconds on the run's thread.
 */
final class ProbeFeed implements RequestWatch, RunListener {
    private static final double NANOS = 1e9;

    private final List<Probe> probes;
    private final UsedLimits limits;
    private final Duration warmUp;
    private final BooleanSupplier outOfBudget;
    private final Map<Long, Due> due = new HashMap<>();
    private final Map<Integer, Long> measureFromNanos = new HashMap<>();
    private final List<Optional<ProbeResult>> results = new ArrayList<>();
    private int step;
    private long seconds;
    private boolean stopped;
    private TargetLife life = new TargetLife();
    private Optional<String> lost = Optional.empty();

    private ProbeFeed(List<Probe> probes, UsedLimits limits, Duration warmUp, BooleanSupplier outOfBudget) {
        this.probes = List.copyOf(probes);
        this.limits = limits;
        this.warmUp = warmUp;
        this.outOfBudget = outOfBudget;
        probes.forEach(probe -> results.add(Optional.empty()));
    }

    /** A request that is not over. */
    private static final class Due {
        private final Probe probe;
        private final int block;
        private final long dueNanos;
        private boolean hasToken;

        Due(Probe probe, int block, long dueNanos) {
            this.probe = probe;
            this.block = block;
            this.dueNanos = dueNanos;
        }

        void firstToken(double ttftSeconds) {
            if (!hasToken) {
                hasToken = true;
                probe.firstToken(ttftSeconds);
            }
        }
    }

    /** Ends the one step of its run when the probe has seen enough, or the budget is used up. */
    static ProbeFeed deciding(Probe probe, UsedLimits limits, Duration warmUp, BooleanSupplier outOfBudget) {
        return new ProbeFeed(List.of(probe), limits, warmUp, outOfBudget);
    }

    RunHooks hooks() {
        return new RunHooks(this, this);
    }

    /** Of a step: as it was decided, or as it stood when it ended. */
    synchronized ProbeResult result(int ofStep) {
        return results.get(ofStep).orElseGet(() -> probes.get(ofStep).stopped());
    }

    /** Why the target is not there, or takes none of the requests, in words; empty where it answers. */
    synchronized Optional<String> lost() {
        return lost.or(() -> stopped ? Optional.empty() : life.lostAtTheEnd());
    }

    /** Whether the budget ended a step. */
    synchronized boolean isCutShort() {
        return stopped;
    }

    @Override
    public synchronized void stepStarts(int began, long startNanos) {
        step = began;
        seconds = 0;
        life = new TargetLife();
        measureFromNanos.put(began, startNanos + warmUp.toNanos());
    }

    @Override
    public synchronized CallObserver follow(WatchedRequest request) {
        life.sent();
        add(request);
        return new CallObserver() {
            private long toldNanos = Long.MIN_VALUE;

            /** Of many chunks a second, one is sign enough that the target lives. */
            @Override
            public void chunk(Chunk chunk) {
                long at = chunk.stampNanos();
                if (chunk.isOutput() && (toldNanos == Long.MIN_VALUE || at - toldNanos >= NANOS)) {
                    toldNanos = at;
                    output(request, at);
                }
            }

            @Override
            public void ended(CallEnd end) {
                // Its event tells more.
            }
        };
    }

    private synchronized void output(WatchedRequest request, long atNanos) {
        life.answered();
        Due was = due.get(request.number());
        if (was != null) {
            was.firstToken((atNanos - request.dueNanos()) / NANOS);
        }
    }

    @Override
    public synchronized void dropped(WatchedRequest request, String why) {
        add(request);
    }

    private void add(WatchedRequest request) {
        long sinceNanos = request.dueNanos() - measureFromNanos.getOrDefault(request.step(), Long.MAX_VALUE);
        if (sinceNanos >= 0) {
            Probe probe = probes.get(request.step());
            due.computeIfAbsent(
                    request.number(), number -> new Due(probe, probe.due(sinceNanos / NANOS), request.dueNanos()));
        }
    }

    @Override
    public synchronized void ended(RequestEvent event) {
        if (event.getOutcome() == Outcome.OK) {
            life.answered();
        } else {
            life.failed(event);
        }
        Due was = due.remove(number(event));
        if (was == null) {
            return;
        }
        if (event.getPart() != StepPart.MEASURED) {
            was.probe.leftOut(was.block);
            return;
        }
        was.probe.ended(was.block, limits.of(event));
        OptionalLong ttft = Metric.TTFT_DUE.nanos(event);
        OptionalLong e2e = Metric.E2E.nanos(event);
        if (event.getOutcome() == Outcome.OK && e2e.isPresent()) {
            was.firstToken(ttft.orElse(e2e.getAsLong()) / NANOS);
            was.probe.took(e2e.getAsLong() / NANOS);
        }
    }

    private static long number(RequestEvent event) {
        String name = event.getRequest();
        return Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
    }

    @Override
    public synchronized void progress(RunProgress progress) {
        int of = progress.step();
        long measured = progress.elapsed().minus(warmUp).toSeconds();
        int inFlight = progress.counts().inFlight() + progress.counts().now().waiting();
        life.passed(progress.elapsed());
        lost = lost.or(life::lost);
        while (of == step && seconds < measured && results.get(of).isEmpty()) {
            seconds++;
            results.set(of, probes.get(of).second(inFlight, longestWait(of)));
        }
        stopped |= outOfBudget.getAsBoolean();
    }

    /** Of those without a first token, the one that was due first, as of the second that is over. */
    private OptionalDouble longestWait(int of) {
        long nowNanos = measureFromNanos.getOrDefault(of, 0L) + seconds * (long) NANOS;
        return due.values().stream()
                .filter(it -> !it.hasToken && it.probe == probes.get(of))
                .mapToDouble(it -> (nowNanos - it.dueNanos) / NANOS)
                .max();
    }

    @Override
    public synchronized Optional<String> seenEnough() {
        if (lost.isPresent()) {
            return Optional.of("a search: the target does not answer: " + lost.get());
        }
        Optional<ProbeResult> decided = results.get(step);
        if (decided.isPresent()) {
            return Optional.of("a probe of a search: " + decided.get().end().words());
        }
        return stopped ? Optional.of("the search's budget is used up") : Optional.empty();
    }
}
