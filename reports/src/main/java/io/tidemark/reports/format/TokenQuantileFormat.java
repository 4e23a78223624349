package io.tidemark.reports.format;

import io.tidemark.analysis.quantile.RankedValues;

/** Numbers of tokens in words. */
public final class TokenQuantileFormat {
    private TokenQuantileFormat() {}

    /** The quantile at the nearest rank: 3,512; empty where there are none. */
    public static String format(double quantile, RankedValues tokens) {
        return tokens.count() == 0 ? "" : ValueFormat.count(tokens.quantileNanos(quantile));
    }
}
