package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.server.ServeCommandLine;
import io.tidemark.fixtures.process.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        List<String> command = new ArrayList<>(List.of("demo-tuned", "${flags}", "--port", "${port}"));
        command.addAll(List.of(more));
        return ServeCommandLine.yaml(command);
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
    @Tag("long")
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

    /** Writes a result in the form of lm-evaluation-harness; for the phase whose name ends with 8 it fails. */
    private String evaluation() throws IOException {
        Path script = Files.writeString(folder.resolve("evaluate.sh"), """
                echo "asks $1 for $2"
                case $4 in *8) exit 3 ;; esac
                mkdir -p "$3/model"
                cat >"$3/model/results_now.json" <<END
                {"results": {"gsm8k_cot": {"alias": "gsm8k_cot", "exact_match,none": 0.8, "exact_match_stderr,none": 0.0743}},
                 "n-samples": {"gsm8k_cot": {"original": 1319, "effective": 30}},
                 "higher_is_better": {"gsm8k_cot": {"exact_match": true}},
                 "config": {"model": "local-chat-completions", "model_args": "model=$2,base_url=$1/v1/chat/completions"},
                 "date": $(date +%s.%N)}
                END
                """);
        return "after: [{name: quality, run: [sh, '" + script
                + "', '${url}', '${model}', '${results}', '${phase}'], import: lm-eval, timeout: 1m},"
                + " {name: not-there, run: no-such-program}]";
    }

    @Test
    @Tag("long")
    void commandsRunOnEachServerAfterItsLoadAndTheirResultsStandBesideTheSpeed() throws Exception {
        Path home = folder.resolve("home");
        Path plan = plan("sweep: {repeat: 1, grid: {max-num-seqs: [8, 32]}}\n" + evaluation());
        try (TidemarkProcess tune = TidemarkProcess.start(home, "tune", plan.toString())) {
            assertThat(tune.exitCode(TidemarkProcess.PATIENCE.multipliedBy(2)))
                    .as(tune.out() + tune.err())
                    .isEqualTo(ExitCode.OK.code());
            assertThat(tune.err())
                    .contains("program \"no-such-program\" of after not-there is not there")
                    .contains("SKIPPED");
            assertThat(tune.out()).contains("1 figure imported as run").contains("all 3 starts are over");
        }
        JsonNode report = json(home, "tune", "report", "--json");
        for (JsonNode one : report.path("configurations")) {
            boolean failed = one.path("configuration").asText().endsWith("8");
            assertThat(one.path("measured").asInt()).isEqualTo(1);
            assertThat(one.path("quality")).as(one.toString()).hasSize(failed ? 0 : 1);
            if (!failed) {
                assertThat(one.at("/quality/0/value").asDouble()).isEqualTo(0.8);
                assertThat(one.at("/quality/0/stderr").asDouble()).isEqualTo(0.0743);
            }
        }
        assertThat(report.path("starts"))
                .anyMatch(start ->
                        start.at("/facts/after.quality").asText().startsWith("failed: exit status 3: asks http"));
        try (TidemarkProcess compare = TidemarkProcess.start(home, "compare", "--table", "tuning")) {
            compare.exitCode();
            assertThat(compare.out())
                    .as(compare.err())
                    .contains("gsm8k_cot exact_match")
                    .contains("80 % ± 7.43 % of 30");
        }
    }

    @Test
    @Tag("long")
    void aSearchForGoodputMeasuresTheHeldOutWorkloadOnItsFinalServersToo() throws Exception {
        Path home = folder.resolve("home");
        Path plan = plan("""
                sweep: {grid: {max-num-seqs: [32]}}
                tune:
                  maximize: goodput
                  budget: 3m
                  start_up: 10s
                  finals: {challengers: 1, repeats: 3}
                  held_out: {workload: {kind: synthetic, prompt_tokens: 60-80, output_tokens: 5}}
                """);
        try (TidemarkProcess tune = TidemarkProcess.start(home, "tune", plan.toString())) {
            assertThat(tune.exitCode(TidemarkProcess.PATIENCE.multipliedBy(4)))
                    .as(tune.out() + tune.err())
                    .isEqualTo(ExitCode.OK.code());
            assertThat(tune.out()).contains("(maximize goodput)").contains("on the held-out workload");
        }
        JsonNode report = json(home, "tune", "report", "--json");
        assertThat(report.path("goal").asText()).isEqualTo("GOODPUT");
        assertThat(report.path("configurations")).hasSize(2).allSatisfy(one -> {
            // 4 requests a second, all of them good
            assertThat(one.path("mean").asDouble()).isBetween(1.0, 6.0);
            assertThat(one.at("/heldOut/mean").asDouble()).isBetween(1.0, 6.0);
        });
        JsonNode runs = json(home, "runs", "list", "--json").path("runs");
        assertThat(runs).anyMatch(run -> run.path("experiment").asText().equals("tuning, held-out workload"));
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
