/**
 * Puts the parts of a run together: its lanes, windows, objectives and steps, once a second and at each commit.
 *
 * <p>In come records of {@code run-inbox}; out go windows, breaches and step results, and final results to where they are compared.
 *
 * <p>Begin with {@link RunProcessor}, then {@link TrackedRun} and {@link RunTick}.
 */
@NullMarked
package io.tidemark.streams.run;

import org.jspecify.annotations.NullMarked;
