/**
 * Exit codes, and the exception that ends a command with one.
 *
 * <p>In: a failure or a verdict. Out: an exit code and a message for the user.
 *
 * <p>Begin with {@link ExitCode}.
 */
@NullMarked
package io.tidemark.reports.exit;

import org.jspecify.annotations.NullMarked;
