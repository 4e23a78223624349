/**
 * Sweeps over the flags of a server: spaces of combinations, their constraints, and the phases that they become.
 *
 * <p>In: the {@code sweep} section of a plan and the files that it names. Out: phases and a
 * {@link io.tidemark.producer.plan.SweepPlan}, or every problem with its file and line. It starts no server and sends nothing.
 *
 * <p>Begin with {@link SweepReader}.
 */
@NullMarked
package io.tidemark.producer.plan.sweep;

import org.jspecify.annotations.NullMarked;
