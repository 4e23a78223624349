/**
 * What a team's application lets be seen of itself: in come counts from the processors and Kafka's own figures, out go meters in a
 * Micrometer registry. It must not know topologies, HTTP or Prometheus.
 */
@NullMarked
package io.tidemark.streams.meter;

import org.jspecify.annotations.NullMarked;
