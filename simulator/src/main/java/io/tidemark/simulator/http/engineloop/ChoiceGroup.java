package io.tidemark.simulator.http.engineloop;

/** The answers to one request, of which each is a request to the engine. Confined to the engine's thread. */
final class ChoiceGroup {
    private final int size;
    private int unfinished;
    private int longestTokens;

    ChoiceGroup(int n) {
        this.size = n;
        this.unfinished = n;
    }

    int size() {
        return size;
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
