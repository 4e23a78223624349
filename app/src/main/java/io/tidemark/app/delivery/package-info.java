/**
 * The way of a run's events to its results: through Kafka, or through files that are counted in this process when the load is over.
 *
 * <p>In: the events of a load. Out: the final results in the store.
 *
 * <p>Begin with {@link RunBackend}.
 */
@NullMarked
package io.tidemark.app.delivery;

import org.jspecify.annotations.NullMarked;
