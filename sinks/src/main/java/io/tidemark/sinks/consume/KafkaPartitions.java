package io.tidemark.sinks.consume;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.AdminResults;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** The partitions of some of the teams' topics, as Kafka has them now. */
public final class KafkaPartitions implements PartitionSource {
    private final Admin admin;
    private final Set<Topic> topics;
    private final Set<Team> teams;

    /** @param teams empty for all */
    public KafkaPartitions(Admin admin, Set<Topic> topics, Set<Team> teams) {
        this.admin = admin;
        this.topics = Set.copyOf(topics);
        this.teams = teams;
    }

    @Override
    public List<FollowedPartition> partitions() {
        List<String> names = AdminResults.await(admin.listTopics().names(), "list topics").stream()
                .filter(name -> followed(name).isPresent())
                .sorted()
                .toList();
        return AdminResults.await(admin.describeTopics(names).allTopicNames(), "describe topics").values().stream()
                .flatMap(this::partitions)
                .toList();
    }

    /** A connection that waits for records answers nothing else meanwhile, so it is not the consumer that is asked. */
    @Override
    public Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> latest =
                partitions.stream().collect(Collectors.toMap(one -> one, one -> OffsetSpec.latest()));
        ListOffsetsOptions committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
        return AdminResults.await(admin.listOffsets(latest, committed).all(), "find the ends of topics")
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, end -> end.getValue().offset()));
    }

    private Optional<Topic.Located> followed(String name) {
        return Topic.locate(name)
                .filter(located -> topics.contains(located.topic()))
                .filter(located -> teams.isEmpty() || teams.contains(located.team()));
    }

    private Stream<FollowedPartition> partitions(TopicDescription description) {
        Topic.Located located = followed(description.name()).orElseThrow();
        return description.partitions().stream()
                .map(TopicPartitionInfo::partition)
                .map(partition -> new FollowedPartition(
                        located.team(),
                        located.topic(),
                        partition,
                        description.topicId().toString()));
    }
}
