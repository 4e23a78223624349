/**
 * Why an operation could not be done.
 *
 * <p>In: a message that names the thing, its value and the rule. Out: one sealed exception, which the command line maps to an exit code and the console
 * to an HTTP status. It knows neither of them.
 *
 * <p>Begin with {@link OperationException}.
 */
@NullMarked
package io.tidemark.reports.failure;

import org.jspecify.annotations.NullMarked;
