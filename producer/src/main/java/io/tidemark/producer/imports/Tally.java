package io.tidemark.producer.imports;

import io.tidemark.events.Outcome;
import java.util.Map;

/**
 * Requests of a result, and the tokens of the ok ones.
 *
 * @param due all that count, whatever came of them
 * @param outcomes by what came of them
 */
record Tally(long due, long ok, Map<Outcome, Long> outcomes, long promptTokens, long outputTokens) {
    Tally {
        outcomes = Map.copyOf(outcomes);
    }

    static Tally of(long ok, long failed, long promptTokens, long outputTokens) {
        Map<Outcome, Long> outcomes =
                failed == 0 ? Map.of(Outcome.OK, ok) : Map.of(Outcome.OK, ok, Outcome.UNKNOWN, failed);
        return new Tally(ok + failed, ok, outcomes, promptTokens, outputTokens);
    }
}
