/**
 * A one-node Kafka cluster and schema registry inside this JVM. In: a data directory and, if wanted, addresses. Out: bootstrap
 * servers and a registry URL that any client can use. Must not know Tidemark's topics, events or teams.
 */
@NullMarked
package io.tidemark.cluster;

import org.jspecify.annotations.NullMarked;
