/**
 * Exit codes of the command.
 *
 * <p>In: a result, a verdict or an error. Out: an exit code. Nothing below the command line knows of them.
 *
 * <p>Begin with {@link ExitCode}.
 */
@NullMarked
package io.tidemark.app.cli.exit;

import org.jspecify.annotations.NullMarked;
