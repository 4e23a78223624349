/**
 * What all modules share towards Kafka: topic creation, quotas, client ids, partitioning and readers of whole topics.
 *
 * <p>A team and client settings come in; topics, quotas or decoded records go out.
 *
 * <p>Begin with {@link TopicBootstrap}.
 */
@NullMarked
package io.tidemark.schemas.kafka;

import org.jspecify.annotations.NullMarked;
