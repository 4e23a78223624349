/**
 * The progress of a run on the terminal.
 *
 * <p>In: progress of the load generator; windows and breaches from Kafka. Out: a redrawn progress line, or a plain line each 10 s.
 *
 * <p>Begin with {@link ProgressLine}.
 */
@NullMarked
package io.tidemark.app.live;

import org.jspecify.annotations.NullMarked;
