package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.streams.Given;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every store is in memory, so RocksDB (70 MiB of native libraries) is excluded from the dependencies of Kafka Streams. */
@Tag("integration")
class RocksDbTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Team TEAM = new Team("memory");

    @TempDir
    private Path folder;

    @Test
    void aHostComputesAndRestoresItsStateWithoutRocksDb() throws Exception {
        assertThatThrownBy(() -> Class.forName("org.rocksdb.RocksDB")).isInstanceOf(ClassNotFoundException.class);
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), TEAM)) {
            try (StreamsHost host = start(cluster, "first")) {
                topics.send(Given.tokens(0, 0.0, 100, 20, 2).build());
                topics.send(Given.heartbeat(1, 1, 0).build());
                topics.flush();
                awaitWindows(topics, host, 1);
            }
            int written = topics.read(Topic.WINDOWS, WindowStats.class).size();

            // An empty folder: all state comes from the changelogs.
            try (StreamsHost host = start(cluster, "second")) {
                topics.send(Given.heartbeat(2, 1, 0).setClosing(true).build());
                topics.flush();
                awaitWindows(topics, host, written + 1);
                assertThat(host.status(TEAM).orElseThrow().health()).isEqualTo(TeamHealth.RUNNING);
            }
            assertThat(topics.records(Topic.DEAD_LETTERS)).isEmpty();
        }
    }

    private StreamsHost start(LocalCluster cluster, String state) {
        StreamsOptions options = StreamsOptions.of(
                        cluster.bootstrapServers(),
                        RegistryConfig.embedded(cluster.registryUrl()),
                        folder.resolve(state))
                .withTuning(new StreamsOptions.Tuning(1, 2, Duration.ofSeconds(1)));
        return StreamsHost.start(options, InstantSource.system());
    }

    private static void awaitWindows(TeamTopics topics, StreamsHost host, int atLeast) {
        Await.until(
                () -> topics.read(Topic.WINDOWS, WindowStats.class).size() >= atLeast, LIMIT, () -> "" + host.status());
    }
}
