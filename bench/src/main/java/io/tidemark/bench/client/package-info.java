/**
 * Compares the load generator's TTFT with the simulator's log of its writes, beside a client on bare sockets.
 *
 * <p>Comes in: numbers of concurrent streams. Goes out: distributions of the error.
 *
 * <p>Begin with {@link ClientBench}.
 */
@NullMarked
package io.tidemark.bench.client;

import org.jspecify.annotations.NullMarked;
