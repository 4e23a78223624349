/**
 * Follows the objectives of a run second by second: inactive, pending, open, and the breaches that result, corrected when late data comes.
 *
 * <p>In come window readings; out goes each {@link BreachChange}: opened, updated, closed or retracted. It does not know where records go.
 *
 * <p>Begin with {@link ObjectiveTimelines}, then {@link ObjectiveTimeline} and {@link AlertRule}.
 */
@NullMarked
package io.tidemark.streams.breaches;

import org.jspecify.annotations.NullMarked;
