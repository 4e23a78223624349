/**
 * A run executes one plan for one phase against one target, step after step.
 *
 * <p>A {@link io.tidemark.producer.runtime.RunSpec} and {@link RunDependencies} come in; control events and a {@link RunOutcome} go out.
 *
 * <p>Begin with {@link LoadRun#execute}, then {@link StepRun}.
 */
@NullMarked
package io.tidemark.producer.run;

import org.jspecify.annotations.NullMarked;
