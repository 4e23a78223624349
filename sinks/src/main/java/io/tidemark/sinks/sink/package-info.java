/**
 * The consumer that writes a team's results to the store.
 *
 * <p>Records of the result topics come in; rows with their offsets, and dead letters, go out.
 *
 * <p>Begin with {@link StoreSink}, then {@link SinkLoop}.
 */
@NullMarked
package io.tidemark.sinks.sink;

import org.jspecify.annotations.NullMarked;
