package io.tidemark.sinks.consume;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.store.SourcePartition;
import org.apache.kafka.common.TopicPartition;

/** A partition that the sink reads; {@code topicId} is Kafka's. */
public record FollowedPartition(Team team, Topic topic, int partition, String topicId) {
    public TopicPartition inKafka() {
        return new TopicPartition(topic.in(team), partition);
    }

    public SourcePartition inStore() {
        return new SourcePartition(team, topic.stream(), partition);
    }
}
