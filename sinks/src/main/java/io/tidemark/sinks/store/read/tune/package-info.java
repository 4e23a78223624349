/**
 * Rows about tunes and the server starts in them.
 *
 * <p>In: what the store holds. Out: records.
 *
 * <p>Begin with {@link TuneRow}.
 */
@NullMarked
package io.tidemark.sinks.store.read.tune;

import org.jspecify.annotations.NullMarked;
