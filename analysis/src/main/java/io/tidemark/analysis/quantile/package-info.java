/**
 * Distribution-free intervals of quantiles.
 *
 * <p>Ranked latency values come in; a quantile with its interval, or a ratio of two quantiles, goes out.
 *
 * <p>Begin with {@link OrderStatistics}.
 */
@NullMarked
package io.tidemark.analysis.quantile;

import org.jspecify.annotations.NullMarked;
