package io.tidemark.sinks.consume;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Says which partitions there are to read, and where they end, as Kafka has them now. */
public interface PartitionSource {
    List<FollowedPartition> partitions();

    /** The offset after the last committed record of each. */
    Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions);
}
