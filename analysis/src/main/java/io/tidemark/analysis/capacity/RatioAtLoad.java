package io.tidemark.analysis.capacity;

import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.analysis.quantile.RatioInterval;
import io.tidemark.schemas.Metric;

/**
 * A quantile of a candidate phase against that of its base, at one load.
 *
 * @param ratio candidate / base: below 1 the candidate is faster
 */
public record RatioAtLoad(
        Metric metric,
        double quantile,
        double load,
        QuantileInterval base,
        QuantileInterval candidate,
        RatioInterval ratio) {}
