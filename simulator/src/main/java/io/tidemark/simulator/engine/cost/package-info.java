/**
 * The cost model of one engine step: what work a step holds and how many seconds it takes.
 *
 * <p>Comes in: scheduled tokens, sequences, KV tokens read and draft tokens. Goes out: seconds.
 *
 * <p>Begin with {@link StepCost}.
 */
@NullMarked
package io.tidemark.simulator.engine.cost;

import org.jspecify.annotations.NullMarked;
