/**
 * Measures time and memory of {@code tidemark report} over a large store.
 *
 * <p>Comes in: a store with synthetic runs. Goes out: seconds, CPU seconds and peak memory.
 *
 * <p>Begin with {@link ReportBench}.
 */
@NullMarked
package io.tidemark.bench.report;

import org.jspecify.annotations.NullMarked;
