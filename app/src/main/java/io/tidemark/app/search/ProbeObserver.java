package io.tidemark.app.search;

import io.tidemark.analysis.search.Probe;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.app.run.RunObservers;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.record.ObservedRequest;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.schemas.EarlyEnd;
import io.tidemark.schemas.Metric;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Reports the requests of a run of one step to its probe: the due time of each as the lane sends it, its outcome when its event comes,
 * and the progress of the step each second. Ends the step when the probe has enough evidence, the budget is used up or the target does not answer.
 * Thread-safe: requests are reported on the lane's loop, seconds on the run's thread.
 */
final class ProbeObserver implements RequestObserver, RunListener {
    private static final double NANOS = 1e9;

    private final Probe probe;
    private final LimitUsage limits;
    private final Duration warmUp;
    private final BooleanSupplier outOfBudget;
    private final Map<Long, Due> due = new HashMap<>();
    private final TargetLiveness life = new TargetLiveness();
    private OptionalLong measureFromNanos = OptionalLong.empty();
    private Optional<ProbeResult> decided = Optional.empty();
    private long seconds;
    private boolean stopped;
    private Optional<String> targetFailure = Optional.empty();

    ProbeObserver(Probe probe, LimitUsage limits, Duration warmUp, BooleanSupplier outOfBudget) {
        this.probe = probe;
        this.limits = limits;
        this.warmUp = warmUp;
        this.outOfBudget = outOfBudget;
    }

    /** A request that is not over. */
    private static final class Due {
        private final int block;
        private final long dueNanos;
        private boolean hasToken;

        Due(int block, long dueNanos) {
            this.block = block;
            this.dueNanos = dueNanos;
        }
    }

    RunObservers observers() {
        return new RunObservers(this, this);
    }

    /** As it was decided, or as it stood when its step ended. */
    synchronized ProbeResult result() {
        return decided.orElseGet(probe::stopped);
    }

    /** Why the target is not there, or takes none of the requests, in words; empty where it answers. */
    synchronized Optional<String> targetFailure() {
        return targetFailure.or(() -> stopped ? Optional.empty() : life.failureAtEnd());
    }

    /** Whether the budget ended the step. */
    synchronized boolean isCutShort() {
        return stopped;
    }

    @Override
    public synchronized void stepStarted(int began, long startNanos) {
        measureFromNanos = OptionalLong.of(startNanos + warmUp.toNanos());
    }

    @Override
    public synchronized CallObserver requestSent(ObservedRequest request) {
        life.addSent();
        add(request);
        return new CallObserver() {
            private long lastReportedNanos = Long.MIN_VALUE;

            /** Of many chunks a second, one is sign enough that the target lives. */
            @Override
            public void chunk(ResponseChunk chunk) {
                long at = chunk.stampNanos();
                if (chunk.isOutput() && (lastReportedNanos == Long.MIN_VALUE || at - lastReportedNanos >= NANOS)) {
                    lastReportedNanos = at;
                    output(request, at);
                }
            }

            @Override
            public void ended(CallResult end) {
                // Its event has more details.
            }
        };
    }

    private synchronized void output(ObservedRequest request, long atNanos) {
        life.addAnswered();
        Due was = due.get(request.number());
        if (was != null) {
            firstToken(was, (atNanos - request.dueNanos()) / NANOS);
        }
    }

    private void firstToken(Due of, double ttftSeconds) {
        if (!of.hasToken) {
            of.hasToken = true;
            probe.addFirstToken(ttftSeconds);
        }
    }

    @Override
    public synchronized void requestDropped(ObservedRequest request, String why) {
        add(request);
    }

    private void add(ObservedRequest request) {
        long sinceNanos = request.dueNanos() - measureFromNanos.orElse(Long.MAX_VALUE);
        if (sinceNanos >= 0) {
            due.computeIfAbsent(
                    request.number(), number -> new Due(probe.addDue(sinceNanos / NANOS), request.dueNanos()));
        }
    }

    @Override
    public synchronized void requestEnded(RequestEvent event) {
        if (event.getOutcome() == Outcome.OK) {
            life.addAnswered();
        } else {
            life.addFailed(event);
        }
        Due was = due.remove(number(event));
        if (was == null) {
            return;
        }
        if (event.getPart() != StepPart.MEASURED) {
            probe.removeDue(was.block);
            return;
        }
        probe.addEnded(was.block, limits.of(event));
        OptionalLong ttft = Metric.TTFT_DUE.nanos(event);
        OptionalLong e2e = Metric.E2E.nanos(event);
        if (event.getOutcome() == Outcome.OK && e2e.isPresent()) {
            firstToken(was, ttft.orElse(e2e.getAsLong()) / NANOS);
            probe.addDuration(e2e.getAsLong() / NANOS);
        }
    }

    private static long number(RequestEvent event) {
        String name = event.getRequest();
        return Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
    }

    @Override
    public synchronized void progress(RunProgress progress) {
        long measured = progress.elapsed().minus(warmUp).toSeconds();
        int inFlight = progress.counts().inFlight() + progress.counts().now().waiting();
        life.advanceTo(progress.elapsed());
        targetFailure = targetFailure.or(life::failure);
        while (seconds < measured && decided.isEmpty()) {
            seconds++;
            decided = probe.endSecond(inFlight, longestWait());
        }
        stopped |= outOfBudget.getAsBoolean();
    }

    /** Of those without a first token, the one that was due first, as of the second that is over. */
    private OptionalDouble longestWait() {
        long nowNanos = measureFromNanos.orElse(0) + seconds * (long) NANOS;
        return due.values().stream()
                .filter(it -> !it.hasToken)
                .mapToDouble(it -> (nowNanos - it.dueNanos) / NANOS)
                .max();
    }

    @Override
    public synchronized Optional<String> earlyStopReason() {
        if (targetFailure.isPresent()) {
            return Optional.of("a search: the target does not answer: " + targetFailure.get());
        }
        if (decided.isPresent()) {
            return Optional.of(EarlyEnd.ofProbe(decided.get().end().description()));
        }
        return stopped ? Optional.of("the search's budget is used up") : Optional.empty();
    }
}
