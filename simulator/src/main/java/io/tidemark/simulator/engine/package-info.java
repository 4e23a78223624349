/**
 * A discrete-event model of vLLM V1's engine: scheduler, KV blocks, prefix cache, preemption.
 *
 * <p>Comes in: requests and the current time. Goes out: steps with their duration and the tokens that each request gets.
 *
 * <p>Begin with {@link Engine}, then {@link Scheduler} and {@link KvBlockPool}.
 */
@NullMarked
package io.tidemark.simulator.engine;

import org.jspecify.annotations.NullMarked;
