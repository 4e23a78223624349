package io.tidemark.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.broker.EmbeddedKafka;
import io.tidemark.cluster.broker.KafkaOptions;
import io.tidemark.cluster.broker.RemovableDisk;
import io.tidemark.cluster.broker.TextClients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class KilledClusterTest {
    @TempDir
    Path dir;

    @Test
    void keepsEveryAcknowledgedRecordWhenItsProcessIsKilled() throws Exception {
        try (ClusterProcess process = ClusterProcess.start(dir)) {
            TextClients clients = new TextClients(process.bootstrapServers());
            try (Admin admin = clients.admin()) {
                admin.createTopics(List.of(new NewTopic("t", Optional.of(1), Optional.empty())))
                        .all()
                        .get();
            }
            clients.send("t", "a", "1");
            clients.send("t", "a", "2");
        }
        try (LocalCluster restarted = LocalCluster.start(dir)) {
            TextClients clients = new TextClients(restarted.bootstrapServers());
            clients.send("t", "a", "3");
            assertThat(clients.valuesToEnd("t")).isEqualTo(List.of("1", "2", "3"));
        }
    }

    @Test
    void namesTheOtherProcessThatUsesTheDirectory() throws Exception {
        try (ClusterProcess process = ClusterProcess.start(dir)) {
            assertThatThrownBy(() -> LocalCluster.start(dir))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("process " + process.pid());
        }
    }

    @Test
    void reportsABrokerThatLostItsDiskAndStillCloses() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(KafkaOptions.in(dir))) {
            Admin admin = new TextClients(kafka.bootstrapServers()).admin();
            RemovableDisk.breakDirectory(dir.resolve("logs"));
            var creation = admin.createTopics(List.of(new NewTopic("t", Map.of(0, List.of(1)))));
            assertThatThrownBy(() -> RemovableDisk.await(kafka.failed()))
                    .hasCauseInstanceOf(ClusterException.class)
                    .hasMessageContaining("cannot go on");
            assertThat(creation.values()).containsOnlyKeys("t");
            admin.close(Duration.ZERO);
        }
    }
}
