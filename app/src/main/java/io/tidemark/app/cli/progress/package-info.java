/**
 * The progress of runs and searches on the terminal.
 *
 * <p>In: progress of the load generator and the requests that end; for details windows and breaches from Kafka. Out: a bar for each step that is
 * redrawn, or a plain line at its start and its end.
 *
 * <p>Begin with {@link ProgressLine}.
 */
@NullMarked
package io.tidemark.app.cli.progress;

import org.jspecify.annotations.NullMarked;
