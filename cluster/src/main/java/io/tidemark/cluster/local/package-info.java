/**
 * A Kafka broker and a schema registry, started and stopped together in this JVM.
 *
 * <p>A data directory and addresses come in; bootstrap servers and a registry URL go out.
 *
 * <p>Begin with {@link LocalCluster}.
 */
@NullMarked
package io.tidemark.cluster.local;

import org.jspecify.annotations.NullMarked;
