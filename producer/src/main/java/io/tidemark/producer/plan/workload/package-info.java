/**
 * The workload of a plan: prompts, lengths, turns, think times and request classes.
 *
 * <p>In: the {@code workload} section. Out: {@link WorkloadPlan} and {@link WorkloadOptions}; {@code producer.workload} makes prompts of them.
 *
 * <p>Begin with {@link WorkloadPlan}.
 */
@NullMarked
package io.tidemark.producer.plan.workload;

import org.jspecify.annotations.NullMarked;
