package io.tidemark.producer.tally;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.producer.conversation.PromptFacts;
import java.util.OptionalDouble;

/**
 * Prompt tokens of a step's measured requests, as planned and as the server reports them. Only answered requests count: for the others
 * it is unknown what of their prompts a cache took or held. Confined to the lane's loop.
 */
public final class PrefixCacheTokens {
    private long plannedPrompt;
    private long plannedCached;
    private long reportedPrompt;
    private long reportedCached;
    private boolean reportsCached;
    private long contradictory;
    private long answered;
    private long unanswered;

    /** A measured request is over. */
    public void ended(PromptFacts prompt, RequestEvent event) {
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
        reportsCached |= cached != null;
        if (event.getPromptTokens() != null) {
            reportedPrompt += event.getPromptTokens();
            reportedCached += cached == null ? 0 : cached;
            contradictory += cached != null && cached > event.getPromptTokens() ? 1 : 0;
        }
    }

    public OptionalDouble plannedShare() {
        return share(plannedCached, plannedPrompt);
    }

    /**
     * By the usage of the answers; empty where none says how much was cached, or some {@linkplain #contradictory contradict themselves}. Where some
     * say it, the others had none: vLLM leaves zero out.
     */
    public OptionalDouble reportedShare() {
        return reportsCached && contradictory == 0 ? share(reportedCached, reportedPrompt) : OptionalDouble.empty();
    }

    /** Answers with more cached tokens than prompt tokens: some servers leave the cached part out of the prompt's count. */
    public long contradictory() {
        return contradictory;
    }

    public long answered() {
        return answered;
    }

    /** Requests that were not ok: what their prompts would have left in the cache may be missing for those that repeat them. */
    public long unanswered() {
        return unanswered;
    }

    public long ended() {
        return answered + unanswered;
    }

    private static OptionalDouble share(long part, long whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
