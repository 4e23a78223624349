/**
 * Arrivals are the moments at which requests are due.
 *
 * <p>Rates, rate shapes or traces and a seed come in; nondecreasing offsets from the step's start go out.
 *
 * <p>Begin with {@link Arrivals#of}, then {@link PoissonArrivals}.
 */
@NullMarked
package io.tidemark.producer.arrivals;

import org.jspecify.annotations.NullMarked;
