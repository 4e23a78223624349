package io.tidemark.importers.result;

import io.tidemark.events.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Requests of a result, and the tokens of the ok ones.
 *
 * @param due all that count, whatever came of them
 * @param outcomes by what came of them
 */
public record RequestCounts(long due, long ok, Map<Outcome, Long> outcomes, long promptTokens, long outputTokens) {
    public RequestCounts {
        outcomes = Map.copyOf(outcomes);
    }

    public static RequestCounts of(long ok, long failed, long promptTokens, long outputTokens) {
        Map<Outcome, Long> outcomes =
                failed == 0 ? Map.of(Outcome.OK, ok) : Map.of(Outcome.OK, ok, Outcome.UNKNOWN, failed);
        return new RequestCounts(ok + failed, ok, outcomes, promptTokens, outputTokens);
    }

    public static RequestCounts of(List<MeasuredRequest> requests) {
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        long prompt = 0;
        long output = 0;
        for (MeasuredRequest request : requests) {
            outcomes.merge(request.completion().outcome(), 1L, Long::sum);
            if (request.completion().isOk()) {
                prompt += request.tokens().prompt().orElse(0);
                output += request.tokens().output().orElse(0);
            }
        }
        return new RequestCounts(requests.size(), outcomes.getOrDefault(Outcome.OK, 0L), outcomes, prompt, output);
    }
}
