package io.tidemark.simulator.engine;

import io.tidemark.simulator.engine.speculation.DraftVerifier;
import org.jspecify.annotations.Nullable;

/** A request inside the engine: how far it is computed and which blocks it holds. Confined to the engine. */
final class Sequence {
    private final EngineRequest request;
    private final @Nullable DraftVerifier drafter;
    private long scheduledNanos;
    private int computedTokens;
    private int generatedTokens;
    private int heldBlocks;
    private int unhashedBlocks;
    private int cachedTokens;
    private int preemptions;

    /** @param drafter null without speculative decoding */
    Sequence(EngineRequest request, @Nullable DraftVerifier drafter) {
        this.request = request;
        this.drafter = drafter;
    }

    EngineRequest request() {
        return request;
    }

    /** When it was last admitted; vLLM's queue and prefill times count from the most recent admission. */
    long scheduledNanos() {
        return scheduledNanos;
    }

    int computedTokens() {
        return computedTokens;
    }

    int generatedTokens() {
        return generatedTokens;
    }

    int heldBlocks() {
        return heldBlocks;
    }

    /** Of the held blocks, those without an identity. */
    int unhashedBlocks() {
        return unhashedBlocks;
    }

    /** Held blocks with an identity; they are the first of the chain. */
    int hashedBlocks() {
        return heldBlocks - unhashedBlocks;
    }

    int cachedTokens() {
        return cachedTokens;
    }

    int preemptions() {
        return preemptions;
    }

    /** Tokens whose KV entries it needs before the next token: the prompt and what it has generated. */
    int knownTokens() {
        return request.promptTokens() + generatedTokens;
    }

    /** All but its newest token is computed, so the next step decodes. */
    boolean decoding() {
        return generatedTokens > 0 && computedTokens >= knownTokens() - 1;
    }

    boolean finished() {
        return generatedTokens >= request.outputTokens();
    }

    void admitted(long nowNanos, int hitTokens) {
        scheduledNanos = nowNanos;
        computedTokens = hitTokens;
        cachedTokens = hitTokens;
    }

    void setBlocks(int chained, int own) {
        heldBlocks += chained + own;
        unhashedBlocks += own;
    }

    void clearBlocks() {
        heldBlocks = 0;
        unhashedBlocks = 0;
    }

    void preempted() {
        computedTokens = 0;
        preemptions++;
    }

    /** Tokens that it still has to generate. */
    int tokensLeft() {
        return request.outputTokens() - generatedTokens;
    }

    /** Drafts that it brings to a step with so many tokens left in its budget. */
    int drafts(int budget) {
        return drafter == null ? 0 : drafter.drafts(tokensLeft(), budget);
    }

    /** How many of its drafts are accepted. */
    int accepted(int drafted) {
        return drafter == null ? 0 : drafter.accepted(drafted);
    }

    /** Ends a step of prefill in which {@code tokens} were computed; gives the tokens that it emitted. */
    int prefilled(int tokens) {
        computedTokens += tokens;
        if (computedTokens < knownTokens()) {
            return 0;
        }
        generatedTokens++;
        return 1;
    }

    /** Ends a step of decoding; what was computed for refused drafts is computed again. */
    int decoded(int acceptedDrafts) {
        computedTokens += 1 + acceptedDrafts;
        generatedTokens += 1 + acceptedDrafts;
        return 1 + acceptedDrafts;
    }
}
