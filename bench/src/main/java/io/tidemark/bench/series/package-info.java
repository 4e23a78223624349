/**
 * Measures the throughput of one stream thread by the number of series.
 *
 * <p>Comes in: runs whose requests have many classes. Goes out: values per second.
 *
 * <p>Begin with {@link SeriesBench}.
 */
@NullMarked
package io.tidemark.bench.series;

import org.jspecify.annotations.NullMarked;
