package io.tidemark.simulator.engine;

/** A request inside the engine: how far it is computed and which blocks it holds. Confined to the engine. */
final class Sequence {
    private final SimRequest request;
    private long scheduledNanos;
    private int computedTokens;
    private int generatedTokens;
    private int heldBlocks;
    private int ownBlocks;
    private int cachedTokens;
    private int preemptions;

    Sequence(SimRequest request) {
        this.request = request;
    }

    SimRequest request() {
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
    int ownBlocks() {
        return ownBlocks;
    }

    /** Held blocks with an identity; they are the first of the chain. */
    int chainedBlocks() {
        return heldBlocks - ownBlocks;
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

    void holds(int chained, int own) {
        heldBlocks += chained + own;
        ownBlocks += own;
    }

    void holdsNothing() {
        heldBlocks = 0;
        ownBlocks = 0;
    }

    void preempted() {
        computedTokens = 0;
        preemptions++;
    }

    /** Ends a step in which {@code tokens} were computed; gives the tokens that it emitted. */
    int advance(int tokens) {
        computedTokens += tokens;
        if (computedTokens < knownTokens()) {
            return 0;
        }
        generatedTokens++;
        return 1;
    }
}
