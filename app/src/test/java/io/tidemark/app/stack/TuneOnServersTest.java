package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.Tidemark;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.reports.exit.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark tune} with real servers: those of {@code tidemark simulate serve}, started by their own command line. */
@Tag("integration")
final class TuneOnServersTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int CONNECT_MILLIS = 500;

    @TempDir
    private Path folder;

    private final int port = FreePorts.next();

    private static String serve(String... more) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Tidemark.class.getName(),
                "simulate",
                "serve",
                "demo-tuned",
                "${flags}",
                "--port",
                "${port}"));
        command.addAll(List.of(more));
        return command.stream().map(word -> "\"" + word + "\"").collect(Collectors.joining(", ", "[", "]"));
    }

    private Path plan(String configurations) throws IOException {
        return Files.writeString(folder.resolve("plan.yaml"), """
                experiment: tuning
                targets: [{url: "http://127.0.0.1:%d"}]
                calibrate: false
                server:
                  command: %s
                  ready: {timeout: 4m}
                  stop: {grace: 5s}
                %s
                limits: {schedule_lag_p99: 60s}
                workload: {kind: synthetic, prompt_tokens: 20-30, output_tokens: 5}
                steps: [{rate: 4, duration: 6s}]
                slo: {objectives: ["ttft p95 < 30s over 10s"]}
                """.formatted(port, serve(), configurations));
    }

    private boolean isServed() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static JsonNode json(Path home, String... arguments) throws Exception {
        try (TidemarkProcess process = TidemarkProcess.start(home, arguments)) {
            assertThat(process.exitCode()).as(process.err()).isZero();
            return JSON.readTree(process.out());
        }
    }

    @Test
    void aTuneThatWasKilledLeavesNoServerAndGoesOnWithWhatIsMissing() throws Exception {
        Path home = folder.resolve("home");
        Path plan = plan("sweep: {repeat: 1, grid: {max-num-seqs: [8, 32]}}");
        try (TidemarkProcess up = TidemarkProcess.up(home)) {
            try (TidemarkProcess tune = TidemarkProcess.start(home, "tune", plan.toString())) {
                tune.await(() -> tune.out().contains("start 2 of 3")
                        && tune.out().lastIndexOf("step 1/1") > tune.out().indexOf("start 2 of 3"));
                assertThat(isServed()).isTrue();
                tune.kill();
            }
            up.await(() -> !isServed());
            JsonNode killed = json(home, "tune", "list", "--json").path("tunes").path(0);
            assertThat(killed.path("activity").asText()).isEqualTo("RUNNING");
            assertThat(killed.path("ended").asInt()).isEqualTo(1);

            try (TidemarkProcess other = TidemarkProcess.start(
                    home, "tune", plan.toString(), "--resume", "newest", "--set", "steps[0].rate=5")) {
                assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE.code());
                assertThat(other.err()).contains("was measured otherwise").contains("the plan's load");
            }

            try (TidemarkProcess resumed = TidemarkProcess.start(home, "tune", plan.toString(), "--resume", "newest")) {
                assertThat(resumed.exitCode()).as(resumed.err()).isEqualTo(ExitCode.OK.code());
                assertThat(resumed.out())
                        .contains("resumed   1 starts are over")
                        .contains("start 2 of 3")
                        .doesNotContain("start 1 of 3")
                        .contains("all 3 starts are over");
            }
            assertThat(isServed()).isFalse();
            JsonNode finished =
                    json(home, "tune", "list", "--json").path("tunes").path(0);
            assertThat(finished.path("activity").asText()).isEqualTo("FINISHED");
            assertThat(finished.path("ended").asInt()).isEqualTo(3);
            Path report = home.resolve("tunes").resolve(finished.path("tune").asText());
            assertThat(report.resolve("report.html")).isNotEmptyFile();
            assertThat(report.resolve("recommended.yaml")).isNotEmptyFile();
            assertThat(Files.readString(report.resolve("tune.csv")).lines()).hasSize(4);
        }
    }

    @Test
    @Tag("long")
    void serversThatFailAreResultsAndTheOthersAreMeasuredThreeTimes() throws Exception {
        Path home = folder.resolve("home");
        Path plan = plan("""
                phases:
                  - {name: default}
                  - {name: small, flags: {max-num-seqs: 8}}
                  - {name: slow-start, server: {command: %s}}
                  - {name: hangs, server: {command: %s}}
                  - {name: no-memory, server: {command: %s}}
                  - {name: crashes, server: {command: %s}}
                  - {name: port-in-use, server: {command: %s}}
                baseline: default
                sweep: {repeat: 3, default: false, combinations: [{name: large, flags: {max-num-batched-tokens: 4096}}]}
                """.formatted(
                        serve("--simulate-start-delay", "5s"),
                        serve("--simulate-ignore-term"),
                        serve("--simulate-out-of-memory"),
                        serve("--simulate-crash-after", "5"),
                        "[sh, -c, 'python3 -m http.server ${port} --bind 127.0.0.1 & sleep 2; exec \"$@\"', serve, "
                                + serve().substring(1)));
        try (TidemarkProcess tune = TidemarkProcess.start(home, "tune", plan.toString())) {
            assertThat(tune.exitCode(TidemarkProcess.PATIENCE.multipliedBy(6)))
                    .as(tune.out() + tune.err())
                    .isEqualTo(ExitCode.OK.code());
            assertThat(tune.out()).contains("all 24 starts are over");
        }
        assertThat(isServed()).isFalse();
        JsonNode starts = json(home, "tune", "report", "--json").path("starts");
        assertThat(starts).hasSize(24);
        for (JsonNode start : starts) {
            String expected = switch (start.path("phase").asText()) {
                case "no-memory" -> "OUT_OF_MEMORY";
                case "crashes" -> "CRASHED";
                case "port-in-use" -> "PORT_IN_USE";
                default -> "";
            };
            assertThat(start.path("failure").asText()).as(start.toString()).isEqualTo(expected);
        }
    }
}
