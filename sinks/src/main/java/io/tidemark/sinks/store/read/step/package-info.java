/**
 * Rows about steps, segments and their results.
 *
 * <p>The reader fills them; reports and comparisons use them.
 *
 * <p>Begin with {@link StepResultRow}.
 */
@NullMarked
package io.tidemark.sinks.store.read.step;

import org.jspecify.annotations.NullMarked;
