/**
 * Measures a streams host with many teams, a backlog to catch up with, and a failover.
 *
 * <p>Comes in: synthetic runs. Goes out: threads, heap, bytes per event, rates, and gaps between windows.
 *
 * <p>Begin with {@link TeamsBench}, {@link CatchUpBench}, {@link TakeoverBench} or {@link IntakeBench}.
 */
@NullMarked
package io.tidemark.bench.scale;

import org.jspecify.annotations.NullMarked;
