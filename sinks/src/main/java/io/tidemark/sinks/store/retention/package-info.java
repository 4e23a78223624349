/**
 * How long rows are kept, and what a deletion removed.
 *
 * <p>Durations come in; counts of deleted rows go out.
 *
 * <p>Begin with {@link Retention}.
 */
@NullMarked
package io.tidemark.sinks.store.retention;

import org.jspecify.annotations.NullMarked;
