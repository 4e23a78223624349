package io.tidemark.schemas.kafka;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;

/**
 * How many copies of each partition a cluster keeps of a topic.
 *
 * @param admin the caller closes it
 */
public record TopicReplication(Admin admin) {
    private static final String DEFAULT = "default.replication.factor";

    public int brokers() {
        return nodes().size();
    }

    /** Of a topic that is made without saying it (KIP-464); empty if this user may not read settings of brokers. */
    public OptionalInt brokersDefault() {
        List<ConfigResource> brokers = nodes().stream()
                .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
                .limit(1)
                .toList();
        try {
            Map<ConfigResource, Config> found =
                    admin.describeConfigs(brokers).all().get();
            return found.values().stream()
                    .flatMap(config -> Optional.ofNullable(config.get(DEFAULT)).stream())
                    .map(ConfigEntry::value)
                    .filter(value -> value != null && value.matches("\\d{1,4}"))
                    .mapToInt(Integer::parseInt)
                    .findFirst();
        } catch (ExecutionException e) {
            return OptionalInt.empty(); // the right to describe settings of the cluster is not given to all
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopicBootstrapException("interrupted: could not read " + DEFAULT, e);
        }
    }

    /** Of topics that are there and alike; empty if there are none. */
    public OptionalInt of(Collection<String> topics) {
        Set<String> one = topics.stream().limit(1).collect(Collectors.toSet());
        return AdminResults.await(admin.describeTopics(one).allTopicNames(), "describe topics").values().stream()
                .map(TopicDescription::partitions)
                .mapToInt(partitions -> partitions.get(0).replicas().size())
                .findFirst();
    }

    private Collection<Node> nodes() {
        return AdminResults.await(admin.describeCluster().nodes(), "count the brokers");
    }
}
