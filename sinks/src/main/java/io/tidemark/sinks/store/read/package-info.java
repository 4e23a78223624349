/**
 * What can be read of the result store, as immutable records. In: keys and queries; out: rows. It knows neither SQL nor Kafka
 * nor how a report looks.
 */
@NullMarked
package io.tidemark.sinks.store.read;

import org.jspecify.annotations.NullMarked;
