/**
 * Measures how late the simulator's HTTP server writes the output of a step.
 *
 * <p>Comes in: numbers of concurrent streams. Goes out: lateness of the first and last write of a step, beside a bare write loop.
 *
 * <p>Begin with {@link FrontBench}.
 */
@NullMarked
package io.tidemark.bench.front;

import org.jspecify.annotations.NullMarked;
