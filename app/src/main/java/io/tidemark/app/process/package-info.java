/**
 * The process that an operation runs in: clocks, environment and open resources.
 *
 * <p>In: environment variables and child processes. Out: a context for each operation; resources close when the command ends.
 *
 * <p>Begin with {@link OperationContext}.
 */
@NullMarked
package io.tidemark.app.process;

import org.jspecify.annotations.NullMarked;
