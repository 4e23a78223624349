/**
 * The sink: one plain consumer of a team's results that stores rows and offsets together. In: records of the topics; out:
 * batches for a {@link io.tidemark.sinks.store.ResultStore}, dead letters. It knows neither SQL nor what the rows are for.
 */
@NullMarked
package io.tidemark.sinks.sink;

import org.jspecify.annotations.NullMarked;
