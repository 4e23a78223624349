/**
 * The load model of a step: open or closed, and how requests arrive.
 *
 * <p>In: rates, concurrency and shapes of a plan. Out: {@link LoadModel} with its {@link ArrivalPlan}; {@code producer.arrivals} makes due times of it.
 *
 * <p>Begin with {@link LoadModel}.
 */
@NullMarked
package io.tidemark.producer.plan.load;

import org.jspecify.annotations.NullMarked;
