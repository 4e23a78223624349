/**
 * A workload generates the conversations of a step from a plan and a seed.
 *
 * <p>A workload plan, prompt files and random generators come in; conversations with planned prompts go out.
 *
 * <p>Begin with {@link RunWorkload}, then {@link WorkloadSourceFactory}.
 */
@NullMarked
package io.tidemark.producer.workload;

import org.jspecify.annotations.NullMarked;
