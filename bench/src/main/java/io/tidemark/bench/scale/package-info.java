/**
 * Measures what telemetry weighs, and the throughput of one stream thread by the number of series.
 *
 * <p>Comes in: synthetic runs, also with requests of many classes. Goes out: bytes per event, values per second, heap.
 *
 * <p>Begin with {@link IntakeBench} or {@link SeriesBench}.
 */
@NullMarked
package io.tidemark.bench.scale;

import org.jspecify.annotations.NullMarked;
