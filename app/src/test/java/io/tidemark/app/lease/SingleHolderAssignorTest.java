package io.tidemark.app.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class SingleHolderAssignorTest {
    private static final String TOPIC = "tidemark.perf.control";
    private static final List<TopicPartition> ALL = List.of(new TopicPartition(TOPIC, 0), new TopicPartition(TOPIC, 1));

    private final SingleHolderAssignor assignor = new SingleHolderAssignor();

    @Test
    void oneMemberGetsEverything() {
        assertThat(assign(Map.of("b", member(List.of(), -1), "a", member(List.of(), -1))))
                .isEqualTo(Map.of("a", ALL, "b", List.of()));
    }

    @Test
    void whoHoldsItKeepsItWhoeverJoins() {
        assertThat(assign(Map.of("b", member(ALL, 3), "a", member(List.of(), -1))))
                .isEqualTo(Map.of("b", ALL, "a", List.of()));
    }

    @Test
    void aMemberThatWasCutOffDoesNotGetItBackFromTheOneThatTookOver() {
        assertThat(assign(Map.of("b", member(ALL, 4), "a", member(ALL, 3))))
                .isEqualTo(Map.of("b", ALL, "a", List.of()));
    }

    private Map<String, List<TopicPartition>> assign(Map<String, Subscription> members) {
        Node node = new Node(0, "localhost", 9092);
        Cluster cluster = new Cluster(
                "id",
                List.of(node),
                ALL.stream()
                        .map(at -> new PartitionInfo(
                                at.topic(), at.partition(), node, new Node[] {node}, new Node[] {node}))
                        .toList(),
                Set.of(),
                Set.of());
        Map<String, List<TopicPartition>> assigned = new TreeMap<>();
        assignor.assign(cluster, new GroupSubscription(members))
                .groupAssignment()
                .forEach((member, assignment) -> assigned.put(member, assignment.partitions()));
        return assigned;
    }

    private static Subscription member(List<TopicPartition> owned, int generation) {
        return new Subscription(List.of(TOPIC), ByteBuffer.allocate(0), owned, generation, Optional.empty());
    }
}
