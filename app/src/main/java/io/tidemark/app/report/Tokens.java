package io.tidemark.app.report;

import io.tidemark.analysis.RankedValues;

/** Numbers of tokens in words. */
final class Tokens {
    private Tokens() {}

    /** The quantile at the nearest rank: 3,512; empty where there are none. */
    static String at(double quantile, RankedValues tokens) {
        return tokens.count() == 0
                ? ""
                : Figures.count(tokens.nanosAt(Math.max(1, (long) Math.ceil(quantile * tokens.count() - 1e-9))));
    }
}
