/**
 * The plan of a run as checked records.
 *
 * <p>In: values that {@link io.tidemark.producer.plan.read.PlanLoader} has read. Out: {@link Plan}, which is never half valid.
 *
 * <p>Begin with {@link Plan}, then {@link StepPlan}. It knows no network, no Kafka and no clock.
 */
@NullMarked
package io.tidemark.producer.plan;

import org.jspecify.annotations.NullMarked;
