/**
 * Speculative decoding: how many draft tokens a step verifies and how many of them are accepted.
 *
 * <p>Comes in: acceptance probabilities and a random generator. Goes out: accepted drafts per verification and their counts.
 *
 * <p>Begin with {@link SpeculationParameters}.
 */
@NullMarked
package io.tidemark.simulator.engine.speculation;

import org.jspecify.annotations.NullMarked;
