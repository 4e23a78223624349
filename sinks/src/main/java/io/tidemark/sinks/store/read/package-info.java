/**
 * The read interface of the store, with its queries and the rows of series.
 *
 * <p>Keys and queries come in; immutable rows go out.
 *
 * <p>Begin with {@link ResultReader}.
 */
@NullMarked
package io.tidemark.sinks.store.read;

import org.jspecify.annotations.NullMarked;
