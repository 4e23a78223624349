package io.tidemark.analysis.measure;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All figures of one run. A question that a run answers twice, as a load that its plan repeats, counts as one: their mean.
 *
 * @param startedAt when it began, which distinguishes a drift from a change; empty where unknown
 * @param slo whether it kept its SLO, at each load that it ran; empty without one
 */
public record RunMeasurements(
        String run, Optional<Instant> startedAt, List<MeasuredValue> figures, List<SloAtLoad> slo) {
    public RunMeasurements {
        figures = List.copyOf(figures);
        slo = List.copyOf(slo);
    }

    /** Of a run without an SLO. */
    public RunMeasurements(String run, Optional<Instant> startedAt, List<MeasuredValue> figures) {
        this(run, startedAt, figures, List.of());
    }
}
