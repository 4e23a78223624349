package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kcat} reads our results with what Kafka and the registry say, and nothing of ours. */
@Tag("integration")
final class ForeignReaderTest {
    private static final Team TEAM = new Team("default");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path home;

    @Test
    void kcatReadsPhasesAndWindowsThroughTheRegistry() throws Exception {
        String version = kcat("-V");
        assumeTrue(version.startsWith("kcat"), "kcat is not installed (apt-get install kcat): " + version);
        Path plan = Target.plan(home, 20, 3, "errors < 20% over 10s");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home);
                TidemarkProcess run = TidemarkProcess.start(home, "run", plan.toString(), "--target", target.url())) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK.code());
            Reader reader = version.contains("Avro") ? new AvroKcat(home) : new PlainKcat(home);
            JsonNode phase = reader.first(Topic.STEPS);
            assertThat(phase.path("experiment").asText()).isEqualTo("review");
            assertThat(phase.path("due").isIntegralNumber()).isTrue();
            assertThat(phase.path("finality").asText()).isIn("INTERIM", "PROVISIONAL", "FINAL");
            JsonNode window = reader.first(Topic.WINDOWS);
            assertThat(window.path("run").asText()).isEqualTo(phase.path("run").asText());
            assertThat(window.path("count").isIntegralNumber()).isTrue();
            assertThat(window.path("metric").asText()).isNotBlank();
            assertThat(documentedPipeline(home))
                    .as("each request of docs/reference/topics.md's own command, the first one and the measured ones")
                    .hasSizeGreaterThanOrEqualTo(phase.path("due").asInt())
                    .allSatisfy(request -> {
                        assertThat(request.path("run").asText())
                                .isEqualTo(phase.path("run").asText());
                        assertThat(request.path("outcome").asText()).isNotBlank();
                    });
            assertThat(up.isAlive()).isTrue();
        }
    }

    /** Reads the first record of a topic as JSON. */
    private interface Reader {
        JsonNode first(Topic topic) throws Exception;
    }

    /** A kcat that was built with Avro asks the registry itself. */
    private record AvroKcat(Path home) implements Reader {
        @Override
        public JsonNode first(Topic topic) throws Exception {
            return JSON.readTree(kcat(consume(
                    home, topic, "-s", "value=avro", "-r", Home.stack(home).registry())));
        }
    }

    /** Debian's kcat lacks Avro: it gives the bytes, and the registry's plain REST answer and Avro's own generic reader the rest. */
    private record PlainKcat(Path home) implements Reader {
        @Override
        public JsonNode first(Topic topic) throws Exception {
            ByteBuffer bytes = ByteBuffer.wrap(kcatBytes(consume(home, topic, "-f", "%s")));
            assertThat(bytes.get()).isZero();
            Schema schema = schema(bytes.getInt());
            GenericRecord record = new GenericDatumReader<GenericRecord>(schema)
                    .read(
                            null,
                            DecoderFactory.get()
                                    .binaryDecoder(bytes.array(), bytes.position(), bytes.remaining(), null));
            return JSON.readTree(record.toString());
        }

        private Schema schema(int id) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(Home.stack(home).registry() + "/schemas/ids/" + id))
                    .build();
            HttpResponse<String> answer =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            return new Schema.Parser()
                    .parse(JSON.readTree(answer.body()).path("schema").asText());
        }
    }

    /** What the page's command for a kcat without Avro prints, with this stack's addresses in the place of the page's. */
    private static List<JsonNode> documentedPipeline(Path home) throws Exception {
        Path root = Path.of("").toAbsolutePath().getParent();
        String command = Files.readAllLines(root.resolve("docs/reference/topics.md")).stream()
                .filter(line -> line.startsWith("kcat") && line.contains("decode.py"))
                .findFirst()
                .orElseThrow();
        Process shell = new ProcessBuilder(
                        "bash",
                        "-c",
                        command.replace("127.0.0.1:9092", Home.stack(home).kafka())
                                .replace(
                                        "http://127.0.0.1:8081",
                                        Home.stack(home).registry()))
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<JsonNode> events = new ArrayList<>();
        for (String line : new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList()) {
            events.add(JSON.readTree(line));
        }
        assertThat(shell.waitFor()).as(command).isZero();
        return events;
    }

    private static String[] consume(Path home, Topic topic, String... how) {
        List<String> arguments = new ArrayList<>(
                List.of("-b", Home.stack(home).kafka(), "-C", "-t", topic.in(TEAM), "-o", "beginning", "-e", "-q"));
        arguments.addAll(List.of("-c", "1"));
        arguments.addAll(List.of(how));
        return arguments.toArray(String[]::new);
    }

    private static String kcat(String... arguments) throws InterruptedException {
        return new String(kcatBytes(arguments), StandardCharsets.UTF_8);
    }

    /** What it prints, or why it cannot be started. */
    private static byte[] kcatBytes(String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("kcat"));
        command.addAll(List.of(arguments));
        try {
            Process kcat = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            byte[] printed = kcat.getInputStream().readAllBytes();
            kcat.waitFor();
            return printed;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
        }
    }
}
