package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code serve streams --isolate}: what ends the process of one team ends no other. */
@Tag("integration")
final class IsolatedStreamsTest {
    /** Enough for a team's application, and as much as a record of {@link #RECORD_BYTES} takes alone. */
    private static final String SMALL_HEAP = "96MiB";

    private static final int RECORD_BYTES = 96 << 20;

    @TempDir
    private Path folder;

    private final int port = FreePorts.next();

    /** One for all questions: each client keeps a connection open, and the host limits those of an address. */
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void aProcessThatIsKilledIsStartedAgainAndOneThatARecordFillsEndsAloneWhileTheOtherGoesOn() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"))) {
            List.of("good", "killed", "small").forEach(team -> makeTopics(cluster, new Team(team)));
            try (TidemarkProcess host = TidemarkProcess.start(
                    folder.resolve("home"),
                    "serve",
                    "streams",
                    "--kafka",
                    cluster.bootstrapServers(),
                    "--registry",
                    cluster.registryUrl(),
                    "--isolate",
                    "--team-heap",
                    "128MiB,small=" + SMALL_HEAP,
                    "--internal-partitions",
                    "1",
                    "--http",
                    Integer.toString(port))) {
                host.await(() -> Stream.of("good", "killed", "small")
                        .allMatch(team -> state(team).equals("ready")));
                long good = process(host, "good").orElseThrow().pid();

                sendLargeRecord(cluster, new Team("small"));

                host.await(() -> reason("small").contains("ran out of memory"));
                assertThat(page("/health").path("status").asText()).isEqualTo("degraded");
                ProcessHandle killed = process(host, "killed").orElseThrow();

                killed.destroyForcibly();

                host.await(() -> process(host, "killed")
                        .filter(next -> next.pid() != killed.pid())
                        .isPresent());
                host.await(() -> state("killed").equals("ready"));
                assertThat(process(host, "good").orElseThrow().pid()).isEqualTo(good);
                assertThat(state("good")).isEqualTo("ready");
                assertThat(text("/metrics"))
                        .contains("tidemark_streams_health{state=\"running\",team=\"good\"} 1.0")
                        .contains("tidemark_streams_health{state=\"running\",team=\"killed\"} 1.0");

                List<ProcessHandle> children =
                        ProcessHandle.of(host.pid()).orElseThrow().descendants().toList();
                host.interrupt();
                host.exitCode();
                assertThat(children).noneMatch(ProcessHandle::isAlive);
            }
        }
    }

    private static void makeTopics(LocalCluster cluster, Team team) {
        LocalStack.bootstrap(
                new ClusterConnection(
                        cluster.bootstrapServers(), RegistryConfig.embedded(cluster.registryUrl()), Map.of()),
                List.of(team));
    }

    /** Of few bytes, as a producer compresses it. */
    private static void sendLargeRecord(LocalCluster cluster, Team team) throws Exception {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "compression.type",
                "zstd",
                "max.request.size",
                2 * RECORD_BYTES,
                "buffer.memory",
                2L * RECORD_BYTES);
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            var unused = producer.send(new ProducerRecord<>(Topic.REQUESTS.in(team), "key", new byte[RECORD_BYTES]))
                    .get();
        }
    }

    private static Optional<ProcessHandle> process(TidemarkProcess host, String team) {
        return ProcessHandle.of(host.pid())
                .orElseThrow()
                .descendants()
                .filter(child -> arguments(child).contains("--attached --team " + team + " "))
                .findFirst();
    }

    /** The class path is longer than what {@link ProcessHandle.Info} reads. */
    private static String arguments(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    private String state(String team) {
        return part(team).path("status").asText();
    }

    private String reason(String team) {
        return part(team).path("reason").asText();
    }

    private JsonNode part(String team) {
        JsonNode page = page("/health");
        return StreamSupport.stream(page.path("parts").spliterator(), false)
                .filter(part -> part.path("part").asText().equals("streams/" + team))
                .findFirst()
                .orElse(page.path("none"));
    }

    private JsonNode page(String path) {
        try {
            return new ObjectMapper().readTree(text(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nothing as long as the host does not listen. */
    private String text(String path) {
        try {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return "{}";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
