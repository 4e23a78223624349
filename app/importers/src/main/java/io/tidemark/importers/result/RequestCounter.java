package io.tidemark.importers.result;

import io.tidemark.events.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts requests. */
public final class RequestCounter {
    private RequestCounter() {}

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
