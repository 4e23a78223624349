package io.tidemark.cluster.registry;

import io.tidemark.cluster.ClusterException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes sure that the schema topic is there and cannot lose schemas: one partition, compacted, nothing deleted by age. */
final class SchemaTopic {
    /** For some 10 s. */
    private static final int ASKED_FOR = 100;

    private static final long PAUSE_NANOS = 100_000_000;

    private final Admin admin;
    private final String name;

    SchemaTopic(Admin admin, String name) {
        this.admin = admin;
        this.name = name;
    }

    void ensure() {
        if (!create()) {
            check();
        }
    }

    private boolean create() {
        NewTopic topic = new NewTopic(name, Optional.of(1), Optional.empty())
                .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
        try {
            admin.createTopics(List.of(topic)).all().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return false;
            }
            throw new ClusterException("cannot create the schema topic " + name + ": " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private void check() {
        TopicDescription found =
                await(() -> admin.describeTopics(Set.of(name)).allTopicNames()).get(name);
        if (found == null || found.partitions().size() != 1) {
            throw new ClusterException("the schema topic " + name + " must have one partition but is " + found);
        }
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        Config config = await(() -> admin.describeConfigs(Set.of(resource)).all())
                .getOrDefault(resource, new Config(List.of()));
        String policy = Optional.ofNullable(config.get(TopicConfig.CLEANUP_POLICY_CONFIG))
                .map(ConfigEntry::value)
                .orElse("(unknown)");
        if (!TopicConfig.CLEANUP_POLICY_COMPACT.equals(policy)) {
            throw new ClusterException("the schema topic " + name + " must have cleanup.policy=compact but has "
                    + policy + ": schemas would be deleted by age");
        }
    }

    /** A topic that another registry makes at this moment is there for the controller before the brokers know of it. */
    private <T> T await(Supplier<KafkaFuture<T>> question) {
        for (int asked = 1; ; asked++) {
            try {
                return question.get().get();
            } catch (ExecutionException e) {
                if (asked == ASKED_FOR || !(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw new ClusterException(
                            "cannot describe the schema topic " + name + ": " + e.getCause(), e.getCause());
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    private ClusterException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ClusterException("interrupted while looking at the schema topic " + name, e);
    }
}
