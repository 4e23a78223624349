/**
 * Rows about experiments, phases and runs.
 *
 * <p>The reader fills them; reports and comparisons use them.
 *
 * <p>Begin with {@link RunRow}.
 */
@NullMarked
package io.tidemark.sinks.store.read.run;

import org.jspecify.annotations.NullMarked;
