/**
 * The verb {@code console}, what other verbs need to serve the same pages, and the change of objectives that it shares with {@code slo}.
 *
 * <p>Options come in; a listening console goes out.
 *
 * <p>Begin with {@link ConsoleCommand}; {@link LocalConsole} is that of a stack in the same process.
 */
@NullMarked
package io.tidemark.app.cli.console;

import org.jspecify.annotations.NullMarked;
