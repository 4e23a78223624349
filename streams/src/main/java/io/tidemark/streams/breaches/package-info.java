/**
 * Follows the objectives of a run second by second: inactive, pending, open, and the breaches that result, corrected when late data comes.
 *
 * <p>In come the windows of a run; out go records to {@link BreachOutput}: opened, updated, closed or retracted. It does not know topics.
 *
 * <p>Begin with {@link RunBreaches}, then {@link BreachDetector}, {@link ObjectiveTimeline} and {@link AlertRule}.
 */
@NullMarked
package io.tidemark.streams.breaches;

import org.jspecify.annotations.NullMarked;
