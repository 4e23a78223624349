/**
 * The result store behind one interface. In: events of the topics with the offsets they came from, one transaction per batch;
 * out: {@link io.tidemark.sinks.store.read}. It knows neither Kafka clients nor which database holds the rows.
 */
@NullMarked
package io.tidemark.sinks.store;

import org.jspecify.annotations.NullMarked;
