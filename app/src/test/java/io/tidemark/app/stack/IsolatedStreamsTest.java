package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.schemas.Team;
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
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code serve streams --isolate}: what ends the process of one team ends no other. */
@Tag("integration")
final class IsolatedStreamsTest {
    /** No JVM starts an application of Kafka Streams in it. */
    private static final String TOO_SMALL = "8MiB";

    @TempDir
    private Path folder;

    private final int port = FreePorts.next();

    /** One for all questions: each client keeps a connection open, and the host limits those of an address. */
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void aProcessThatIsKilledIsStartedAgainAndOneWithoutHeapEndsAloneWhileTheOtherGoesOn() throws Exception {
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
                    "128MiB,small=" + TOO_SMALL,
                    "--internal-partitions",
                    "1",
                    "--http",
                    Integer.toString(port))) {
                host.await(
                        () -> state("good").equals("ready") && state("killed").equals("ready"));
                host.await(() -> reason("small").contains("ran out of memory"));
                assertThat(page("/health").path("status").asText()).isEqualTo("degraded");
                long good = process(host, "good").orElseThrow().pid();
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
