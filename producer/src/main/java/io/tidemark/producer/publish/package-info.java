/**
 * The publisher delivers events to Kafka in order and holds what Kafka has not acknowledged.
 *
 * <p>Events come in from any thread; Kafka records, delivery statistics and the broker's clock offset go out.
 *
 * <p>Begin with {@link KafkaPublisher}, then {@link Outbox} and {@link KafkaSender}.
 */
@NullMarked
package io.tidemark.producer.publish;

import org.jspecify.annotations.NullMarked;
