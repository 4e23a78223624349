/**
 * Runs against runs: in come final results of steps and segments of one experiment, out goes what each phase does to the experiment's first
 * one, and what a soak's newest segments do to those before them. It must not know runs' windows or requests.
 */
@NullMarked
package io.tidemark.streams.regression;

import org.jspecify.annotations.NullMarked;
