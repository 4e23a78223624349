package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.alerts.rule.PipelineState;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.AlertStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class PipelineProbeTest {
    private static final Team TEAM = new Team("perf");

    @TempDir
    private Path folder;

    @Test
    void theLagOfStreamsAndSinkIsWhatEachHasNotRead() throws Exception {
        StoreAddress address = StoreAddress.of(folder.resolve("results.db"));
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), TEAM);
                AlertStore alerts = address.openAlerts();
                Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            PipelineProbe probe = new PipelineProbe(admin, alerts, List.of(folder));
            assertThat(probe.look(TEAM).lagRecords()).isEmpty();

            RecordMetadata window = append(topics, Topic.WINDOWS, 7);
            RecordMetadata request = append(topics, Topic.REQUESTS, 5);
            admin.alterConsumerGroupOffsets(
                            "tidemark.perf.streams",
                            Map.of(new TopicPartition(request.topic(), request.partition()), new OffsetAndMetadata(4)))
                    .all()
                    .get();
            try (ResultStore sink = address.open()) {
                sink.write(new WriteBatch(
                        List.of(),
                        List.of(new OffsetMove(
                                new SourcePartition(TEAM, Topic.WINDOWS.stream(), window.partition()),
                                Optional.empty(),
                                new SourceOffset("id", 2)))));
            }

            PipelineState state = probe.look(TEAM);
            assertThat(state.lagRecords()).containsOnly(Map.entry("streams", 1L), Map.entry("sink", 5L));
            assertThat(state.freeShare().get(folder.toString())).isBetween(0.0, 1.0);
        }
    }

    private static RecordMetadata append(TeamTopics topics, Topic topic, int records) {
        RecordMetadata last = topics.append(topic, "run/0", new byte[] {1});
        for (int more = 1; more < records; more++) {
            last = topics.append(topic, "run/0", new byte[] {1});
        }
        return last;
    }
}
