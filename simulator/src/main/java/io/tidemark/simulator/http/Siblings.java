package io.tidemark.simulator.http;

/** The answers to one request, of which each is a request to the engine. Confined to the engine's thread. */
final class Siblings {
    private final int n;
    private int unfinished;
    private int longestTokens;

    Siblings(int n) {
        this.n = n;
        this.unfinished = n;
    }

    int n() {
        return n;
    }

    int longestTokens() {
        return longestTokens;
    }

    /** Gives whether all are complete now. */
    boolean finished(int generatedTokens) {
        longestTokens = Math.max(longestTokens, generatedTokens);
        return --unfinished == 0;
    }
}
