/**
 * A one-node Kafka cluster in this JVM.
 *
 * <p>A data directory and a port come in; bootstrap servers go out.
 *
 * <p>Begin with {@link EmbeddedKafka}.
 */
@NullMarked
package io.tidemark.cluster.broker;

import org.jspecify.annotations.NullMarked;
