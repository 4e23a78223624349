/**
 * The queries of runs, steps, series, sketches and requests.
 *
 * <p>Keys and filters come in; rows of {@link io.tidemark.sinks.store.read} go out.
 *
 * <p>Begin with {@link RunQueries}.
 */
@NullMarked
package io.tidemark.sinks.store.jdbc.query;

import org.jspecify.annotations.NullMarked;
