/**
 * Stopping a run from elsewhere than its own terminal.
 *
 * <p>A request of a command or a page comes in, and goes out as a record of {@code run-commands}; in the process of the run that record comes in,
 * and the run is asked to stop. It knows nothing of how a run is driven.
 *
 * <p>Begin with {@link RunStopper} for who asks, and with {@link RunStopListener} for the run.
 */
@NullMarked
package io.tidemark.app.run.stop;

import org.jspecify.annotations.NullMarked;
