/**
 * Measures what telemetry weighs, and a streams host with a backlog to catch up with.
 *
 * <p>Comes in: synthetic runs. Goes out: bytes per event, rates and heap.
 *
 * <p>Begin with {@link CatchUpBench} or {@link IntakeBench}.
 */
@NullMarked
package io.tidemark.bench.scale;

import org.jspecify.annotations.NullMarked;
