package io.tidemark.sinks.store;

/**
 * How far a partition has been stored. {@code topicId} is Kafka's id of the topic, so that a topic that was deleted and made
 * again is read from its beginning.
 */
public record SourceOffset(String topicId, long nextOffset) {}
