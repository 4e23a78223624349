package io.tidemark.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.schemas.kafka.TopicBootstrapException;
import io.tidemark.schemas.kafka.TopicReplication;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ForwardingAdmin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class TopicBootstrapTest {
    @TempDir
    Path dir;

    @Test
    void waitsForABrokerThatHasNotHeardOfANewTopic() {
        try (LocalCluster cluster = LocalCluster.start(dir);
                LateAdmin admin = new LateAdmin(cluster, new UnknownTopicOrPartitionException("not yet"), 3)) {
            assertThat(bootstrap(admin, cluster).create(new Team("late"), 2, (short) 1))
                    .hasSize(Topic.values().length);
            assertThat(admin.refusalsLeft).isZero();
        }
    }

    @Test
    void doesNotWaitForARefusalThatStays() {
        try (LocalCluster cluster = LocalCluster.start(dir);
                LateAdmin admin = new LateAdmin(cluster, new TopicAuthorizationException("no"), 1)) {
            TopicBootstrap bootstrap = bootstrap(admin, cluster);
            assertThatThrownBy(() -> bootstrap.create(new Team("refused"), 2, (short) 1))
                    .isInstanceOf(TopicBootstrapException.class)
                    .hasMessageContaining("leaders of the new topics")
                    .hasCauseInstanceOf(TopicAuthorizationException.class);
        }
    }

    @Test
    void withoutARegistryNoTopicsAreMade() {
        Team team = new Team("half");
        try (LocalCluster cluster = LocalCluster.start(dir);
                LateAdmin admin = new LateAdmin(cluster, new UnknownTopicOrPartitionException("not yet"), 0)) {
            TopicBootstrap bootstrap =
                    new TopicBootstrap(admin, SchemaRegistry.connect(RegistryConfig.of("http://127.0.0.1:1")));
            assertThatThrownBy(() -> bootstrap.create(team, 2, (short) 1))
                    .isInstanceOf(RegistryUnavailableException.class);
            assertThat(admin.listTopics()
                            .names()
                            .toCompletionStage()
                            .toCompletableFuture()
                            .join())
                    .noneMatch(name -> name.contains(".half."));
        }
    }

    @Test
    void aTeamWithAnotherPartitionCountIsCompletedWithIt() {
        Team team = new Team("wide");
        try (LocalCluster cluster = LocalCluster.start(dir);
                LateAdmin admin = new LateAdmin(cluster, new UnknownTopicOrPartitionException("not yet"), 0)) {
            TopicBootstrap bootstrap = bootstrap(admin, cluster);
            bootstrap.create(team, 4, (short) 1);
            assertThat(bootstrap.complete(team, 2, Optional.of((short) 1))).isEmpty();
            assertThatThrownBy(() -> bootstrap.create(team, 2, (short) 1))
                    .hasMessageContaining("has 4 partitions but 2 were asked for")
                    .hasMessageContaining("ask for 4");
        }
    }

    @Test
    void withoutAReplicationFactorTheBrokersDefaultHolds() {
        Team team = new Team("plain");
        try (LocalCluster cluster = LocalCluster.start(dir);
                LateAdmin admin = new LateAdmin(cluster, new UnknownTopicOrPartitionException("not yet"), 0)) {
            List<String> made = bootstrap(admin, cluster).create(team, 2, Optional.empty());

            TopicReplication replication = new TopicReplication(admin);
            assertThat(made).hasSize(Topic.values().length);
            assertThat(replication.brokers()).isEqualTo(1);
            assertThat(replication.brokersDefault()).hasValue(1);
            assertThat(replication.of(made)).hasValue(1);
        }
    }

    private static TopicBootstrap bootstrap(LateAdmin admin, LocalCluster cluster) {
        return new TopicBootstrap(admin, SchemaRegistry.connect(RegistryConfig.of(cluster.registryUrl())));
    }

    /** Answers the first questions for offsets as a broker does that the controller has not told of the topic. */
    private static final class LateAdmin extends ForwardingAdmin {
        private final KafkaException refusal;
        private int refusalsLeft;

        LateAdmin(LocalCluster cluster, KafkaException refusal, int refusals) {
            super(Map.of("bootstrap.servers", cluster.bootstrapServers()));
            this.refusal = refusal;
            this.refusalsLeft = refusals;
        }

        @Override
        public ListOffsetsResult listOffsets(Map<TopicPartition, OffsetSpec> asked, ListOffsetsOptions options) {
            if (refusalsLeft == 0) {
                return super.listOffsets(asked, options);
            }
            refusalsLeft--;
            return new ListOffsetsResult(asked.keySet().stream().collect(Collectors.toMap(one -> one, one -> {
                KafkaFutureImpl<ListOffsetsResult.ListOffsetsResultInfo> refused = new KafkaFutureImpl<>();
                refused.completeExceptionally(refusal);
                return refused;
            })));
        }
    }
}
