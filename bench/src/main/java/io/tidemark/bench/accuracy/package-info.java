/**
 * How true the figures of {@code tidemark bench} are, started as users start it, beside vLLM's own client.
 *
 * <p>Comes in: commands, streams at once, rounds. Goes out: errors of TTFT and ITL against the write times of a server, processor and wall time of the
 * whole command.
 *
 * <p>Begin with {@link AccuracyBench}.
 */
@NullMarked
package io.tidemark.bench.accuracy;

import org.jspecify.annotations.NullMarked;
