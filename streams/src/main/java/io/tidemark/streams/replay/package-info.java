/**
 * The topology of a team without a broker.
 *
 * <p>In: records of the input topics, each with its time. Out: the records of all topics, as a cluster with a streams host would hold them.
 *
 * <p>Begin with {@link TopologyReplay}.
 */
@NullMarked
package io.tidemark.streams.replay;

import org.jspecify.annotations.NullMarked;
