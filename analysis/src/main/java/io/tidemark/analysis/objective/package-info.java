/**
 * Judges the objectives of one step.
 *
 * <p>Counts of good and bad requests come in; verdicts with intervals go out.
 *
 * <p>Begin with {@link ObjectiveJudge}; {@link SustainedJudge} judges on effective sample sizes.
 */
@NullMarked
package io.tidemark.analysis.objective;

import org.jspecify.annotations.NullMarked;
