/**
 * Reads plan files: one reader per section of the YAML.
 *
 * <p>In: YAML text, {@code --scenario} and {@code --set}. Out: plans, or every problem with its file and line.
 *
 * <p>Begin with {@link PlanLoader}, then {@link PlanReader}.
 */
@NullMarked
package io.tidemark.producer.plan.read;

import org.jspecify.annotations.NullMarked;
