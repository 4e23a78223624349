package io.tidemark.simulator.client;

import java.util.List;
import java.util.OptionalDouble;

/** What the clients of a virtual run saw. */
public record LatencySummary(LatencyQuantiles ttft, LatencyQuantiles tpot, LatencyQuantiles e2e) {
    public static LatencySummary of(List<RequestTimings> outcomes) {
        return new LatencySummary(
                LatencyQuantiles.of(outcomes.stream().mapToDouble(RequestTimings::ttftNanos)),
                LatencyQuantiles.of(outcomes.stream()
                        .map(RequestTimings::tpotNanos)
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)),
                LatencyQuantiles.of(outcomes.stream().mapToDouble(RequestTimings::e2eNanos)));
    }
}
