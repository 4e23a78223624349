package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark tune --simulate} through broker, streams and store: killed, resumed and reported as a tune of real servers is. */
@Tag("long")
final class VirtualTuneOnStackTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String PLAN = """
            experiment: virtual tune
            seed: 3
            server:
              command: vllm serve demo-tuned ${flags}
              flags: {max-model-len: 2048}
            sweep: {repeat: 2, grid: {max-num-seqs: [2, 32]}}
            workload: {kind: synthetic, prompt_tokens: 30, output_tokens: 10}
            steps: [{rate: 4, duration: 60s}]
            slo: {verdict: short-run, objectives: ["ttft_due p50 < 1s"]}
            """;

    @TempDir
    private Path home;

    @Test
    void aVirtualTuneThatWasKilledGoesOnAndIsReported() throws Exception {
        Path plan = Files.writeString(home.resolve("plan.yaml"), PLAN);
        try (TidemarkProcess up = TidemarkProcess.up(home)) {
            try (TidemarkProcess tune =
                    TidemarkProcess.start(home, "tune", plan.toString(), "--simulate", "demo-tuned")) {
                tune.await(() -> tune.out().contains("start 3 of 6"));
                tune.kill();
            }
            try (TidemarkProcess other = TidemarkProcess.start(
                    home, "tune", plan.toString(), "--simulate", "demo-small", "--resume", "newest")) {
                assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE.code());
                assertThat(other.err()).contains("was measured otherwise");
            }
            try (TidemarkProcess resumed = TidemarkProcess.start(
                    home, "tune", plan.toString(), "--simulate", "demo-tuned", "--resume", "newest")) {
                assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isEqualTo(ExitCode.OK.code());
                assertThat(resumed.out())
                        .containsPattern("resumed   [2-5] starts are over")
                        .doesNotContain("start 2 of 6")
                        .contains("all 6 starts are over")
                        .contains("ready after 1 min");
            }
            try (TidemarkProcess report = TidemarkProcess.start(home, "tune", "report", "--json")) {
                assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK.code());
                JsonNode starts = JSON.readTree(report.out()).path("starts");
                assertThat(starts).hasSize(6);
                assertThat(starts)
                        .allSatisfy(start ->
                                assertThat(start.path("status").asText()).isEqualTo("MEASURED"));
            }
            assertThat(up.isAlive()).isTrue();
        }
    }
}
