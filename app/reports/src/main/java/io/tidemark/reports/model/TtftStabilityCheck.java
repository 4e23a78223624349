package io.tidemark.reports.model;

import io.tidemark.reports.document.Tone;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whether TTFT stays as it is while the load rises: p50 within 50 ms of that at the lowest load, and p95 below twice of it up to four times
 * the load. A p50 that doubled says that requests wait for a batch, or that the server is past what it can do.
 */
final class TtftStabilityCheck {
    private static final double MAX_MORE_NANOS = 50e6;
    private static final double TWICE = 2;
    private static final double FOUR_TIMES = 4;

    private final RunReport run;
    private final List<StepReport> byLoad;

    TtftStabilityCheck(RunReport run) {
        this.run = run;
        this.byLoad = run.steps().stream()
                .filter(step -> !step.isAllAtOnce() && step.values(Metric.TTFT).count() > 0)
                .sorted(Comparator.comparingDouble(StepReport::load))
                .toList();
    }

    /** One for each load above the lowest. */
    List<SmokeCheck> checks() {
        return IntStream.range(1, byLoad.size())
                .mapToObj(i -> check(byLoad.get(0), byLoad.get(i)))
                .toList();
    }

    private SmokeCheck check(StepReport lowest, StepReport step) {
        double p50 = at(0.5, step);
        double p95 = at(0.95, step);
        String found = "p50 " + ValueText.latency(at(0.5, lowest)) + " -> " + ValueText.latency(p50) + ", p95 "
                + ValueText.latency(at(0.95, lowest)) + " -> " + ValueText.latency(p95);
        return new SmokeCheck(
                "TTFT is stable from " + ValueText.load(lowest.loadKind(), lowest.load()) + " to "
                        + ValueText.load(step.loadKind(), step.load()),
                run.run().phase(),
                found,
                "p50 within 50 ms, p95 below twice at up to four times the load",
                tone(lowest, step));
    }

    private static Tone tone(StepReport lowest, StepReport step) {
        boolean near = at(0.5, step) - at(0.5, lowest) <= MAX_MORE_NANOS;
        boolean far = step.load() > FOUR_TIMES * lowest.load();
        boolean tail = far || at(0.95, step) < TWICE * at(0.95, lowest);
        if (near && tail) {
            return Tone.GOOD;
        }
        boolean doubled = at(0.5, step) >= TWICE * at(0.5, lowest) && !near;
        return doubled ? Tone.BAD : Tone.DOUBT;
    }

    private static double at(double quantile, StepReport step) {
        return (double) step.values(Metric.TTFT).quantileNanos(quantile);
    }
}
