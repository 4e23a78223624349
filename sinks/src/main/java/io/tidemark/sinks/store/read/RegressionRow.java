package io.tidemark.sinks.store.read;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A candidate phase against its base at one load; values in nanoseconds, {@code ratio} = candidate / base with the ends of its 95 % interval. */
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
        Instant at) {
    public RegressionRow {
        baseRuns = List.copyOf(baseRuns);
        candidateRuns = List.copyOf(candidateRuns);
    }
}
