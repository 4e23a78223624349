/**
 * The change of objectives of a run that lasts, for commands and for the console.
 *
 * <p>A run with a change of its objectives comes in; a record of the change, and then the change, go out to Kafka.
 *
 * <p>Begin with {@link RunObjectiveControl}.
 */
@NullMarked
package io.tidemark.app.cli.objective;

import org.jspecify.annotations.NullMarked;
