package io.tidemark.simulator.virtual;

import java.util.List;
import java.util.OptionalDouble;

/** What the clients of a virtual run saw. */
public record Latencies(Quantiles ttft, Quantiles tpot, Quantiles e2e) {
    public static Latencies of(List<Outcome> outcomes) {
        return new Latencies(
                Quantiles.of(outcomes.stream().mapToDouble(Outcome::ttftNanos)),
                Quantiles.of(outcomes.stream()
                        .map(Outcome::tpotNanos)
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)),
                Quantiles.of(outcomes.stream().mapToDouble(Outcome::e2eNanos)));
    }
}
