package io.tidemark.app.lease;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/**
 * Gives all partitions to one member: the one that has them, as long as it is a member, else any other. With Kafka's own assignors a member that
 * joins takes partitions from one that has them, so that a lease would change its holder while a run takes place. Stateless.
 */
public final class SingleHolderAssignor implements ConsumerPartitionAssignor {
    @Override
    public String name() {
        return "tidemark-single-holder";
    }

    /** Cooperative, as members that give everything back before a rebalance could not keep it. */
    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return List.of(RebalanceProtocol.COOPERATIVE, RebalanceProtocol.EAGER);
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription subscriptions) {
        Map<String, Subscription> members = subscriptions.groupSubscription();
        String holder = holder(members)
                .orElseGet(() ->
                        members.keySet().stream().min(Comparator.naturalOrder()).orElseThrow());
        Map<String, Assignment> assignments = new HashMap<>();
        members.forEach((member, subscription) -> assignments.put(
                member, new Assignment(member.equals(holder) ? partitions(metadata, subscription) : List.of())));
        return new GroupAssignment(assignments);
    }

    /** Of several that say they have them, the one of the newest generation: the others were cut off. */
    private static Optional<String> holder(Map<String, Subscription> members) {
        return members.entrySet().stream()
                .filter(member -> !member.getValue().ownedPartitions().isEmpty())
                .max(Comparator.comparingInt((Map.Entry<String, Subscription> member) ->
                                member.getValue().generationId().orElse(-1))
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getKey);
    }

    private static List<TopicPartition> partitions(Cluster metadata, Subscription subscription) {
        return subscription.topics().stream()
                .flatMap(topic -> metadata.partitionsForTopic(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }
}
