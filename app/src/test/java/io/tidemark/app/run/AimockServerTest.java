package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.schemas.Metric;
import io.tidemark.servers.process.ToolOutput;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs against a server that is not ours: {@code @copilotkit/aimock} of npm (MIT), which streams a fixed answer in chunks of 5 characters, 20 ms
 * apart, counts 4 characters as a token and lists no model {@code m}. Skipped where npm or its registry is not reachable.
 */
@Tag("long")
final class AimockServerTest {
    private static final String PACKAGE = "@copilotkit/aimock@1.43.0";
    private static final Duration INSTALL_WITHIN = Duration.ofMinutes(5);
    private static final int CHUNKS = 20;
    private static final int TOKENS = 25;
    private static final int REQUESTS = 60;
    private static final Duration GAP = Duration.ofMillis(20);

    @TempDir
    private Path home;

    @BeforeAll
    static void install() throws InterruptedException {
        Optional<ToolOutput> help =
                ToolOutput.of(List.of("npx", "--yes", "-p", PACKAGE, "--", "llmock", "--help"), INSTALL_WITHIN);
        assumeTrue(
                help.filter(said -> said.status() == 0).isPresent(),
                () -> PACKAGE + " was not tried: "
                        + help.map(ToolOutput::text).orElse("no npx, or it took more than " + INSTALL_WITHIN));
    }

    /** With the share of requests that it breaks off, answers with something else than JSON, or refuses. */
    @ParameterizedTest
    @CsvSource({"drop, 0", "disconnect, 0.5", "malformed, 0.5", "drop, 0.5"})
    void whatIsCountedAsOkWasAnsweredInFull(String fault, double share) throws IOException {
        try (Shell shell = new Shell(home)) {
            int exit = shell.run("run", plan("--chaos-" + fault, share).toString());
            assertThat(exit)
                    .as(shell.out() + shell.err())
                    .isEqualTo(share == 0 ? ExitCode.OK.code() : ExitCode.SLO_NOT_MET.code());
        }
        StepResultRow step = result();
        long ok = step.counts().ok();
        assertThat(step.counts().due()).isEqualTo(REQUESTS);
        if (share == 0) {
            assertThat(ok).isEqualTo(REQUESTS);
        } else {
            assertThat(ok).isBetween(REQUESTS / 5L, REQUESTS * 4L / 5);
        }
        assertThat(step.counts().outputTokens()).isEqualTo(ok * TOKENS);
        assertThat(step.metrics().get(Metric.ITL).count()).isEqualTo(ok * (CHUNKS - 1));
        // However busy the machine is, its timers are not early by more than a millisecond.
        assertThat(step.metrics().get(Metric.E2E).minNanos().orElseThrow())
                .isGreaterThan(GAP.minusMillis(1).toNanos() * (CHUNKS - 1));
    }

    private StepResultRow result() {
        try (ResultReader results = SqliteStore.openReader(home.resolve("store.db"))) {
            return results.steps(results.latestRuns(1).get(0).key())
                    .get(0)
                    .result()
                    .orElseThrow();
        }
    }

    private Path plan(String fault, double share) throws IOException {
        Path answers = Files.writeString(home.resolve("answers.json"), """
                {"fixtures": [{"match": {"userMessage": ""}, "response": {"content": "%s"}}]}
                """.formatted("word ".repeat(CHUNKS)));
        return Files.writeString(home.resolve("plan.yaml"), """
                experiment: aimock
                server:
                  command: [npx, --yes, -p, "%s", --, llmock, -p, "${port}", -f, %s, -l, "%d", -c, "5", --log-level, warn, %s, "%s"]
                  stop: {grace: 5s, memory: none}
                targets: [{url: "http://127.0.0.1:%d", model: m}]
                limits: {schedule_lag_p99: 60s}
                workload: {kind: synthetic, prompt_tokens: 20, output_tokens: %d, tokenizer: estimate}
                steps: [{rate: 20, requests: %d}]
                first_request: false
                warm_up_client: false
                calibrate: false
                slo: {verdict: short-run, objectives: ["errors < 10%%"]}
                """.formatted(
                        PACKAGE, answers, GAP.toMillis(), fault, share, FreePorts.next(), TOKENS, REQUESTS));
    }
}
