package io.tidemark.producer.run;

import io.tidemark.events.RequestEvent;
import io.tidemark.producer.workload.Prompt;
import java.util.OptionalDouble;

/** Prompt tokens of a step's measured requests, planned and told by the server. Confined to the lane's loop. */
final class CacheTokens {
    private long plannedPrompt;
    private long plannedCached;
    private long toldPrompt;
    private long toldCached;

    void asked(Prompt prompt) {
        prompt.plannedPromptTokens().ifPresent(tokens -> {
            plannedPrompt += tokens;
            plannedCached += Math.min(tokens, prompt.plannedCachedTokens());
        });
    }

    void answered(RequestEvent event) {
        if (event.getPromptTokens() != null && event.getCachedTokens() != null) {
            toldPrompt += event.getPromptTokens();
            toldCached += event.getCachedTokens();
        }
    }

    OptionalDouble plannedShare() {
        return share(plannedCached, plannedPrompt);
    }

    /** By the usage of the answers; empty where none says how much was cached. */
    OptionalDouble toldShare() {
        return share(toldCached, toldPrompt);
    }

    private static OptionalDouble share(long part, long whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
