package io.tidemark.sinks.store.read;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A candidate against its base at one load: a phase against the experiment's first, or a soak's newest segments against those before them.
 * Values of latencies are in nanoseconds, {@code ratio} = candidate / base with the ends of its 95 % interval.
 *
 * @param metric of a latency; empty for goodput, errors and throughput
 * @param segment of a soak; empty for runs
 */
public record RegressionRow(
        Team team,
        String experiment,
        String basePhase,
        String candidatePhase,
        List<String> baseRuns,
        List<String> candidateRuns,
        LoadKind loadKind,
        double load,
        Optional<Metric> metric,
        double quantile,
        double baseNanos,
        double candidateNanos,
        double ratio,
        OptionalDouble low,
        OptionalDouble high,
        ComparisonVerdict verdict,
        String basis,
        Instant at,
        Compared compared,
        Optional<Segment> segment) {
    /**
     * What the verdict rests on.
     *
     * @param measure a metric's id, or goodput, error_share, output_tokens_per_second, requests_per_second
     * @param change candidate / base - 1, of shares candidate - base, with the ends of its 95 % interval
     * @param margin the largest change that does not matter
     * @param runsNeeded runs per side that would decide it
     */
    public record Compared(
            String measure,
            String requestClass,
            String workloadHash,
            OptionalDouble change,
            OptionalDouble changeLow,
            OptionalDouble changeHigh,
            OptionalDouble margin,
            OptionalDouble p,
            OptionalDouble adjustedP,
            OptionalInt runsNeeded) {}

    /**
     * Where in a soak.
     *
     * @param newest newest segment of the candidate
     * @param changedAt first segment after the figure's newest change point
     */
    public record Segment(String run, int step, int newest, OptionalInt changedAt) {}

    public RegressionRow {
        baseRuns = List.copyOf(baseRuns);
        candidateRuns = List.copyOf(candidateRuns);
    }
}
