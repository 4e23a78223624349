/**
 * The requests of each step and segment of a run, and the results that are made of them.
 *
 * <p>In come panes with exact measurements; out go step results with verdicts. It does not know windows, lanes or Kafka.
 *
 * <p>Begin with {@link RunSteps}, then {@link StepAccumulator} and {@link StepResults}.
 */
@NullMarked
package io.tidemark.streams.steps;

import org.jspecify.annotations.NullMarked;
