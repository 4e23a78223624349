package io.tidemark.importers.vllm.bench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Speculative decoding over a run: what its server's counters grew by.
 *
 * @param positionRates accepted per draft at each position, as shares
 */
public record SpeculationStats(long drafts, long draftTokens, long acceptedTokens, List<Double> positionRates) {
    public SpeculationStats {
        positionRates = List.copyOf(positionRates);
    }

    /**
     * The counters {@code vllm:spec_decode_*_total} at one moment, summed over engines.
     *
     * @param acceptedAt by position
     */
    public record Counters(long drafts, long draftTokens, long acceptedTokens, Map<Integer, Long> acceptedAt) {
        public Counters {
            acceptedAt = Map.copyOf(acceptedAt);
        }
    }

    /** Empty when nothing was drafted. */
    public static Optional<SpeculationStats> between(Counters before, Counters after) {
        long drafts = after.drafts() - before.drafts();
        long draftTokens = after.draftTokens() - before.draftTokens();
        if (drafts <= 0 || draftTokens <= 0) {
            return Optional.empty();
        }
        SortedMap<Integer, Long> accepted = new TreeMap<>(after.acceptedAt());
        before.acceptedAt().forEach((position, count) -> accepted.merge(position, -count, Long::sum));
        return Optional.of(new SpeculationStats(
                drafts,
                draftTokens,
                after.acceptedTokens() - before.acceptedTokens(),
                accepted.values().stream().map(count -> (double) count / drafts).toList()));
    }

    /** Accepted per drafted token, percent. */
    public double acceptanceRate() {
        return 100.0 * acceptedTokens / draftTokens;
    }

    /** Tokens per step: the one that is always right and those accepted. */
    public double acceptanceLength() {
        return 1 + (double) acceptedTokens / drafts;
    }
}
