package io.tidemark.reports.format;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.schemas.ValueText;

/** Numbers of tokens in words. */
public final class TokenQuantileFormat {
    private TokenQuantileFormat() {}

    /** The quantile at the nearest rank: 3,512; empty where there are none. */
    public static String format(double quantile, RankedValues tokens) {
        return tokens.count() == 0 ? "" : ValueText.count(tokens.quantileNanos(quantile));
    }
}
