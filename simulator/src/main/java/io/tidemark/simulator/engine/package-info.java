/**
 * The engine of the simulated server: vLLM V1's scheduler and KV cache as a pure discrete-event model. Requests and the
 * current time come in; step durations and tokens go out. It must not know HTTP, wall clocks or threads.
 */
@NullMarked
package io.tidemark.simulator.engine;

import org.jspecify.annotations.NullMarked;
