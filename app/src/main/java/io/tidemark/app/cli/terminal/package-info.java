/**
 * Where a command writes, and what it may know of its process.
 *
 * <p>In: standard streams and environment variables. Out: a context for each command.
 *
 * <p>Begin with {@link CommandContext}.
 */
@NullMarked
package io.tidemark.app.cli.terminal;

import org.jspecify.annotations.NullMarked;
