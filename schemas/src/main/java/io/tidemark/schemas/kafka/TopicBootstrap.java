package io.tidemark.schemas.kafka;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes a team's topics and registers their schemas, in one call. */
public final class TopicBootstrap {
    private static final int LEADERS_ASKED_FOR = 300;
    private static final long LEADERS_PAUSE_NANOS = 100_000_000;

    private final Admin admin;
    private final SchemaRegistry registry;

    public TopicBootstrap(Admin admin, SchemaRegistry registry) {
        this.admin = admin;
        this.registry = registry;
    }

    /**
     * As {@link #create}, but topics that are there may have another partition count, which what is missing then gets too.
     *
     * @param partitions of a team that has no topic yet
     * @param replication copies of each partition; empty for what the brokers' settings say
     */
    public List<String> complete(Team team, int partitions, Optional<Short> replication) {
        int count = partitionCounts(present(team)).values().stream().findFirst().orElse(partitions);
        return create(team, count, replication);
    }

    /** The same with so many copies of each partition. */
    public List<String> create(Team team, int partitions, short replication) {
        return create(team, partitions, Optional.of(replication));
    }

    /**
     * Creates what is missing; what is there stays as it is. Returns the topics created. Schemas come first: a team with topics and without
     * schemas can publish nothing.
     *
     * @param replication copies of each partition; empty for what the brokers' settings say
     * @throws TopicBootstrapException if a topic is there with another partition count, which would scatter its keys, or if
     *     the cluster refuses
     */
    public List<String> create(Team team, int partitions, Optional<Short> replication) {
        List<String> present = present(team);
        requirePartitions(present, partitions);
        registry.register(team);
        List<NewTopic> missing = Arrays.stream(Topic.values())
                .filter(topic -> !present.contains(topic.in(team)))
                .map(topic ->
                        new NewTopic(topic.in(team), Optional.of(partitions), replication).configs(topic.config()))
                .toList();
        List<String> created = new ArrayList<>();
        admin.createTopics(missing).values().forEach((name, future) -> {
            if (createdNow(name, future)) {
                created.add(name);
            }
        });
        awaitLeaders(created, partitions);
        return List.copyOf(created);
    }

    /**
     * A topic is made by the controller before the brokers know of it and before its partitions have leaders; a producer
     * that comes in between is refused for a while. The admin client gives up on a topic that a broker does not know yet,
     * so the question is put again, for some 30 s.
     */
    private void awaitLeaders(List<String> names, int partitions) {
        Map<TopicPartition, OffsetSpec> all = new HashMap<>();
        names.forEach(name -> IntStream.range(0, partitions)
                .forEach(partition -> all.put(new TopicPartition(name, partition), OffsetSpec.latest())));
        for (int asked = 1; !haveLeaders(all, asked < LEADERS_ASKED_FOR); asked++) {
            LockSupport.parkNanos(LEADERS_PAUSE_NANOS);
        }
    }

    private boolean haveLeaders(Map<TopicPartition, OffsetSpec> all, boolean mayAskAgain) {
        try {
            AdminResults.await(admin.listOffsets(all).all(), "find the leaders of the new topics");
            return true;
        } catch (TopicBootstrapException e) {
            if (mayAskAgain && e.getCause() instanceof RetriableException) {
                return false;
            }
            throw e;
        }
    }

    private List<String> present(Team team) {
        Set<String> present = AdminResults.await(admin.listTopics().names(), "list topics");
        return Arrays.stream(Topic.values())
                .map(topic -> topic.in(team))
                .filter(present::contains)
                .toList();
    }

    private Map<String, Integer> partitionCounts(List<String> names) {
        Map<String, TopicDescription> found =
                AdminResults.await(admin.describeTopics(names).allTopicNames(), "describe topics");
        Map<String, Integer> counts = new TreeMap<>();
        found.forEach(
                (name, description) -> counts.put(name, description.partitions().size()));
        return counts;
    }

    private void requirePartitions(List<String> names, int partitions) {
        partitionCounts(names).forEach((name, count) -> {
            if (count != partitions) {
                throw new TopicBootstrapException(
                        "topic " + name + " has " + count + " partitions but " + partitions
                                + " were asked for; partition counts of a team's topics are fixed: ask for " + count
                                + ", or take another team",
                        null);
            }
        });
    }

    private static boolean createdNow(String name, KafkaFuture<Void> future) {
        try {
            AdminResults.await(future, "create topic " + name);
            return true;
        } catch (TopicBootstrapException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return false;
            }
            throw e;
        }
    }
}
