package io.tidemark.producer.run;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import java.util.OptionalDouble;

/**
 * Prompt tokens of a step's measured requests, planned and told by the server: of those that were answered, for of the others
 * nobody knows what of their prompts a cache took or held. Confined to the lane's loop.
 */
final class CacheTokens {
    private long plannedPrompt;
    private long plannedCached;
    private long toldPrompt;
    private long toldCached;
    private boolean tells;
    private long answered;
    private long unanswered;

    /** A measured request is over. */
    void ended(PromptFacts prompt, RequestEvent event) {
        if (event.getOutcome() != Outcome.OK) {
            unanswered++;
            return;
        }
        answered++;
        prompt.plannedPromptTokens().ifPresent(tokens -> {
            plannedPrompt += tokens;
            plannedCached += Math.min(tokens, prompt.plannedCachedTokens());
        });
        Integer cached = event.getCachedTokens();
        tells |= cached != null;
        if (event.getPromptTokens() != null) {
            toldPrompt += event.getPromptTokens();
            toldCached += cached == null ? 0 : cached;
        }
    }

    OptionalDouble plannedShare() {
        return share(plannedCached, plannedPrompt);
    }

    /** By the usage of the answers; empty where none says how much was cached. Where some do, the others had none: vLLM leaves zero out. */
    OptionalDouble toldShare() {
        return tells ? share(toldCached, toldPrompt) : OptionalDouble.empty();
    }

    /** Requests that were not ok: what their prompts would have left in the cache may be missing for those that repeat them. */
    long unanswered() {
        return unanswered;
    }

    long ended() {
        return answered + unanswered;
    }

    private static OptionalDouble share(long part, long whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
