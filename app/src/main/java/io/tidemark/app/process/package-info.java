/**
 * The process that a command runs in: terminal, clocks, environment and open resources.
 *
 * <p>In: standard streams, environment variables and child processes. Out: a context for each command; resources close when the command ends.
 *
 * <p>Begin with {@link CommandContext}.
 */
@NullMarked
package io.tidemark.app.process;

import org.jspecify.annotations.NullMarked;
