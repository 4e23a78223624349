package io.tidemark.simulator.engine;

/** Tokens looked up in the prefix cache and tokens found there. */
final class PrefixCacheCounts {
    private long queriedTokens;
    private long hitTokens;

    void add(int queried, int hit) {
        queriedTokens += queried;
        hitTokens += hit;
    }

    long queriedTokens() {
        return queriedTokens;
    }

    long hitTokens() {
        return hitTokens;
    }
}
