/**
 * Measures the time from a request's end to the first window that holds it, alone and beside other load.
 *
 * <p>Comes in: events published in real time. Goes out: distributions of the lag, beside a bare consumer.
 *
 * <p>Begin with {@link LagBench}.
 */
@NullMarked
package io.tidemark.bench.lag;

import org.jspecify.annotations.NullMarked;
