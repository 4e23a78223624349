/**
 * A tally counts what a step asked of its target and what it got, in memory that does not grow with the step.
 *
 * <p>Due, sent and ended requests come in; counts, throughput, flags, failure causes and outages go out.
 *
 * <p>Begin with {@link StepTally}, then {@link StepSummary}.
 */
@NullMarked
package io.tidemark.producer.tally;

import org.jspecify.annotations.NullMarked;
