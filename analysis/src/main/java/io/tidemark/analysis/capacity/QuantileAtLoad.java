package io.tidemark.analysis.capacity;

import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.schemas.Metric;

/**
 * A quantile of a metric at one load of a phase.
 *
 * @param load requests per second asked, or requests in flight
 */
public record QuantileAtLoad(Metric metric, double quantile, double load, QuantileInterval interval) {
    boolean sameQuestion(QuantileAtLoad other) {
        return metric == other.metric
                && Double.compare(quantile, other.quantile) == 0
                && Double.compare(load, other.load) == 0;
    }
}
