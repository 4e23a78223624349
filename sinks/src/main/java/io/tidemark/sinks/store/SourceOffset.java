package io.tidemark.sinks.store;

/**
 * A place in a partition, as the offset of the next record to store. {@code topicId} is Kafka's id of the topic, so that a
 * topic that was deleted and made again is read from its beginning.
 */
public record SourceOffset(String topicId, long nextOffset) {}
