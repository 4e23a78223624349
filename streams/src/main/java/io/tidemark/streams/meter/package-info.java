/**
 * The Micrometer meters of a team's application.
 *
 * <p>In come counts from the processors and Kafka's own metrics; out go meters in a registry. It does not know topologies or HTTP.
 *
 * <p>Begin with {@link StreamsMeter}, the list of all meters, then {@link TeamMeters}.
 */
@NullMarked
package io.tidemark.streams.meter;

import org.jspecify.annotations.NullMarked;
