/** What servers say about themselves: URLs come in, {@link io.tidemark.events.ServerSample}s and the served models go out. It must not know load, plans' steps or Kafka. */
@NullMarked
package io.tidemark.producer.scrape;

import org.jspecify.annotations.NullMarked;
