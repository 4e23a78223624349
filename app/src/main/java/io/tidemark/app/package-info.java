/**
 * The entry point of the {@code tidemark} command.
 *
 * <p>In: arguments, environment variables and the terminal of the process. Out: the exit code of the command.
 *
 * <p>Begin with {@link Tidemark}.
 */
@NullMarked
package io.tidemark.app;

import org.jspecify.annotations.NullMarked;
