/**
 * Random generators that give the same values on every machine and JDK.
 *
 * <p>Comes in: a seed. Goes out: uniform, Gaussian, beta, exponential and lognormal values.
 *
 * <p>Begin with {@link SeededRandom}.
 */
@NullMarked
package io.tidemark.simulator.random;

import org.jspecify.annotations.NullMarked;
