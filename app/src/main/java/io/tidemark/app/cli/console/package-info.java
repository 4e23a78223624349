/**
 * The verb {@code console}, and what other verbs need to serve the same pages.
 *
 * <p>Options come in; a listening console goes out.
 *
 * <p>Begin with {@link ConsoleCommand}; {@link LocalConsole} is that of a stack in the same process.
 */
@NullMarked
package io.tidemark.app.cli.console;

import org.jspecify.annotations.NullMarked;
