/**
 * The figures of a run while it goes on.
 *
 * <p>In: requests that end, and windows and breaches from Kafka. Out: where the objectives stand, and what a display shows.
 *
 * <p>Begin with {@link RunDisplay}.
 */
@NullMarked
package io.tidemark.app.live;

import org.jspecify.annotations.NullMarked;
