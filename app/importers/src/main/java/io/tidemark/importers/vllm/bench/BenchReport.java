package io.tidemark.importers.vllm.bench;

import java.util.List;
import java.util.Optional;

/**
 * Everything that is printed and saved of a run.
 *
 * @param requests in the order of the schedule
 * @param rateChanges of a ramp-up; empty without one
 */
public record BenchReport(
        BenchSetup setup,
        MetricSelection selection,
        VllmGoodputLimits goodput,
        List<BenchRequest> requests,
        BenchmarkAggregates figures,
        List<RateChange> rateChanges,
        Optional<SpeculationStats> speculation) {
    public BenchReport {
        requests = List.copyOf(requests);
        rateChanges = List.copyOf(rateChanges);
    }

    /**
     * A ramp-up reached a whole rate.
     *
     * @param timestamp local time, ISO 8601 without a zone
     */
    public record RateChange(int perSecond, String timestamp) {}
}
