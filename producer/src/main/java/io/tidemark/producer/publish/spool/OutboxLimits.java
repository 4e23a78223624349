package io.tidemark.producer.publish.spool;

/**
 * How much an {@code Outbox} holds in memory.
 *
 * @param unacknowledgedBytes handed to Kafka's producer; well below its buffer, so that it never blocks
 * @param waitingBytes before they go to the spool
 */
public record OutboxLimits(long unacknowledgedBytes, long waitingBytes) {}
