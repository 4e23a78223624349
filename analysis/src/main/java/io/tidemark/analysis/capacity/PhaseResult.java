package io.tidemark.analysis.capacity;

import java.util.List;

/** What a phase gave: the load that it holds, and its latencies at each load. */
public record PhaseResult(String phase, Capacity capacity, List<QuantileAtLoad> quantiles) {
    public PhaseResult {
        quantiles = List.copyOf(quantiles);
    }
}
