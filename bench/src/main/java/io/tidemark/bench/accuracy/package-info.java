/**
 * Measures the error and the cost that the load generator adds, against a server of known write times.
 *
 * <p>Comes in: loads. Goes out: TTFT errors, CPU time per token, and the rate at which the client saturates.
 *
 * <p>Begin with {@link AccuracyBench}.
 */
@NullMarked
package io.tidemark.bench.accuracy;

import org.jspecify.annotations.NullMarked;
