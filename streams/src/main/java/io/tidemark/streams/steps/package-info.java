/**
 * The requests of each step and segment of a run, and the results that are made of them.
 *
 * <p>In come panes with exact measurements; out go step results with verdicts to {@link StepOutput}. It does not know breaches or Kafka.
 *
 * <p>Begin with {@link RunSteps}, then {@link StepPublisher} and {@link StepResults}.
 */
@NullMarked
package io.tidemark.streams.steps;

import org.jspecify.annotations.NullMarked;
