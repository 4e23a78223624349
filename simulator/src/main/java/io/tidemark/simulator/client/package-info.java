/**
 * The client of {@code vllm bench serve} in virtual time: sends requests to a simulated engine without HTTP or threads.
 *
 * <p>Comes in: requests with arrival times. Goes out: per-request timings and the summary that {@code vllm bench serve} prints.
 *
 * <p>Begin with {@link BenchServeClient}, then {@link BenchServeSummary}.
 */
@NullMarked
package io.tidemark.simulator.client;

import org.jspecify.annotations.NullMarked;
