/**
 * The topology of a team: its sources, processors, state stores and sinks, in one file.
 *
 * <p>In comes a {@link io.tidemark.streams.processor.TeamServices}; out goes a Kafka Streams {@code Topology}.
 *
 * <p>Begin with {@link TeamTopology}.
 */
@NullMarked
package io.tidemark.streams.topology;

import org.jspecify.annotations.NullMarked;
