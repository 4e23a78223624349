/**
 * Writes results in the form of {@code vllm bench serve}: the printed block and the file of {@code --save-result}.
 *
 * <p>In: a {@link BenchReport} with its requests. Out: the lines of {@link SummaryWriter} and the JSON of {@link ResultJsonWriter}.
 *
 * <p>Begin with {@link BenchReport}, then {@link BenchmarkAggregates}. It knows no network and no events.
 */
@NullMarked
package io.tidemark.importers.vllm.bench;

import org.jspecify.annotations.NullMarked;
