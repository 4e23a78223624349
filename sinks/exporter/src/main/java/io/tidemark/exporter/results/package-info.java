/**
 * The results of a team as they stand, and as metrics.
 *
 * <p>In: events of the team, in the order of each topic. Out: points of {@link ResultMetric}. Pure: the caller passes the time.
 *
 * <p>Begin with {@link TeamResults}.
 */
@NullMarked
package io.tidemark.exporter.results;

import org.jspecify.annotations.NullMarked;
