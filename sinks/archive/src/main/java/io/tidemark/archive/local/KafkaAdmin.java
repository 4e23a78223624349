package io.tidemark.archive.local;

import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.job.ArchiveOptions;
import io.tidemark.archive.job.ConsumerGroup;
import io.tidemark.archive.job.TopicPattern;
import io.tidemark.schemas.Team;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** What the archive asks of Kafka beside the job's own reading. */
final class KafkaAdmin implements AutoCloseable {
    private static final String ANSWER_WITHIN_MILLIS = "15000";

    private final ArchiveOptions options;
    private final Admin admin;

    KafkaAdmin(ArchiveOptions options) {
        this.options = options;
        Map<String, Object> settings = new HashMap<>(options.source().clientSettings());
        settings.put("bootstrap.servers", options.source().bootstrapServers());
        settings.put("client.id", "tidemark-archive-admin");
        settings.put("request.timeout.ms", "5000");
        settings.put("default.api.timeout.ms", ANSWER_WITHIN_MILLIS);
        this.admin = Admin.create(settings);
    }

    /** Topics of the archived teams that are there. */
    List<String> topics() {
        Predicate<String> ours = TopicPattern.pattern(options.teams()).asMatchPredicate();
        return answer(admin.listTopics().names(), "list topics").stream()
                .filter(ours)
                .sorted()
                .toList();
    }

    /** @throws ArchiveException if a team was named whose topics are not there: a wait for a misspelt one would never end */
    void requireTeams() {
        TreeSet<String> topics = new TreeSet<>(topics());
        for (Team team : options.teams()) {
            if (topics.stream().noneMatch(TopicPattern.pattern(Set.of(team)).asMatchPredicate())) {
                throw new ArchiveException("Kafka at " + options.source().bootstrapServers() + " has no topics of team "
                        + team + "; make them with `tidemark admin topics create --team " + team + "`");
            }
        }
    }

    /** The end of each partition of the topics: of what is committed. */
    Map<TopicPartition, Long> ends(List<String> topics) {
        return offsets(topics, OffsetSpec.latest());
    }

    Map<TopicPartition, Long> beginnings(List<String> topics) {
        return offsets(topics, OffsetSpec.earliest());
    }

    /** How far the newest checkpoint had read, of those that committed their offsets to Kafka. */
    Map<TopicPartition, OffsetAndMetadata> checkpointed() {
        String group = ConsumerGroup.of(options);
        return answer(
                admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
                "say how far group " + group + " has read");
    }

    /** Resets the group's offsets for a new archive, which has no checkpoint: an earlier archive in its folder may have committed some. */
    void resetCheckpointed() {
        Map<TopicPartition, OffsetAndMetadata> nothing = new HashMap<>();
        beginnings(topics()).forEach((partition, offset) -> nothing.put(partition, new OffsetAndMetadata(offset)));
        if (!nothing.isEmpty()) {
            String group = ConsumerGroup.of(options);
            answer(admin.alterConsumerGroupOffsets(group, nothing).all(), "begin group " + group);
        }
    }

    private Map<TopicPartition, Long> offsets(List<String> topics, OffsetSpec which) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        answer(admin.describeTopics(topics).allTopicNames(), "describe topics")
                .forEach((topic, description) -> description
                        .partitions()
                        .forEach(partition -> asked.put(new TopicPartition(topic, partition.partition()), which)));
        Map<TopicPartition, ListOffsetsResultInfo> results = answer(
                admin.listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                        .all(),
                "say where topics end");
        Map<TopicPartition, Long> offsets = new HashMap<>();
        results.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    private <T> T answer(KafkaFuture<T> future, String what) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw refused(what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while Kafka was asked to " + what, e);
        }
    }

    private KafkaException refused(String what, ExecutionException error) {
        return new KafkaException(
                "Kafka at " + options.source().bootstrapServers() + " could not " + what + ": " + error.getCause(),
                error);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }
}
