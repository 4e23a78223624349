/**
 * Sweeps over the flags of servers, from the plan to the times that its starts take.
 *
 * <p>In: a plan with a sweep, start-up times that were measured. Out: estimates, and the list of starts that a dry run prints. It starts
 * nothing.
 *
 * <p>Begin with {@link StartEstimates}.
 */
@NullMarked
package io.tidemark.app.tune;

import org.jspecify.annotations.NullMarked;
