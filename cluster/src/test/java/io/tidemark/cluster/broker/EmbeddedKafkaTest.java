package io.tidemark.cluster.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.ClusterException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class EmbeddedKafkaTest {
    @TempDir
    Path dir;

    @Test
    void keepsItsClusterIdOverARestart() {
        String first;
        try (EmbeddedKafka kafka = EmbeddedKafka.start(KafkaOptions.in(dir))) {
            first = kafka.clusterId();
        }
        try (EmbeddedKafka kafka = EmbeddedKafka.start(KafkaOptions.in(dir))) {
            assertThat(kafka.clusterId()).isEqualTo(first);
        }
    }

    @Test
    void runsBesideAnotherOnItsOwnDirectory() {
        try (EmbeddedKafka one = EmbeddedKafka.start(KafkaOptions.in(dir.resolve("one")));
                EmbeddedKafka two = EmbeddedKafka.start(KafkaOptions.in(dir.resolve("two")))) {
            assertThat(two.bootstrapServers()).isNotEqualTo(one.bootstrapServers());
            assertThat(two.clusterId()).isNotEqualTo(one.clusterId());
        }
    }

    @Test
    void refusesADirectoryInUseAndNamesItsHolder() {
        EmbeddedKafka kafka = EmbeddedKafka.start(KafkaOptions.in(dir));
        try (kafka) {
            assertThatThrownBy(() -> EmbeddedKafka.start(KafkaOptions.in(dir)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining(dir.toString())
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void refusesATakenPortAndLetsTheDirectoryGo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            KafkaOptions options = KafkaOptions.in(dir).listeningOn("127.0.0.1", taken.getLocalPort());
            assertThatThrownBy(() -> EmbeddedKafka.start(options))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("kafka.port")
                    .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
        }
        EmbeddedKafka.start(KafkaOptions.in(dir)).close();
    }

    @Test
    void refusesBrokenSettingsWithoutEndingTheProcess() {
        KafkaOptions options = KafkaOptions.in(dir).overriding("num.io.threads", "none");
        assertThatThrownBy(() -> EmbeddedKafka.start(options))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("num.io.threads");
    }

    @Test
    void stopsItsThreads() {
        EmbeddedKafka.start(KafkaOptions.in(dir)).close();
        TextClients.await(EmbeddedKafkaTest::brokerThreads, Set.of());
    }

    /** Kafka's metrics library keeps one timer per JVM, on a daemon thread of whichever broker came first. */
    private static Set<String> brokerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getThreadGroup() instanceof BrokerThreads)
                .map(Thread::getName)
                .filter(name -> !name.startsWith("metrics-meter-tick-thread"))
                .collect(Collectors.toSet());
    }
}
