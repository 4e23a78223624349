/**
 * The streams host: in come a broker's topics, out goes one running Kafka Streams application per team and how it is. It must
 * not know what the sub-topologies compute.
 */
@NullMarked
package io.tidemark.streams;

import org.jspecify.annotations.NullMarked;
