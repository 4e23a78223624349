/**
 * What all benchmarks share: clocks, result tables, an embedded cluster, child processes and waiting with a deadline.
 *
 * <p>Comes in: the settings of a benchmark. Goes out: printed tables and JSON results.
 *
 * <p>Begin with {@link BenchmarkContext} and {@link BenchmarkCluster}.
 */
@NullMarked
package io.tidemark.bench.harness;

import org.jspecify.annotations.NullMarked;
