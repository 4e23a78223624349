package io.tidemark.app.cli.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verbs that show a plan, or refuse it, go by the load of a phase, where it has one of its own. */
final class PhaseLoadCommandsTest {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void open() throws IOException {
        shell = new Shell(directory.resolve("home"));
        Files.writeString(directory.resolve("bench.json"), """
                [
                  {"_benchmark_name": "short", "request_rate": 2, "num_prompts": 600, "random_input_len": 32},
                  {"_benchmark_name": "long", "request_rate": 1, "num_prompts": 900, "random_input_len": 900}
                ]
                """);
    }

    @AfterEach
    void close() {
        shell.close();
    }

    private String plan(String more) throws IOException {
        return Files.writeString(directory.resolve("plan.yaml"), """
                        experiment: loads
                        targets: [ { url: "http://localhost:1" } ]
                        workload: { kind: synthetic, prompt_tokens: 100, output_tokens: 16 }
                        steps: [ { rate: 2, duration: 30m } ]
                        sweep: { bench_params: bench.json }
                        slo: { objectives: [ ttft p95 < 1s ] }
                        """ + more).toString();
    }

    @Test
    void promptsAreThoseOfThePhase() throws IOException {
        String plan = plan("");
        assertThat(shell.run("prompts", plan, "--stats")).isZero();
        assertThat(shell.out()).contains("32").doesNotContain("900");

        assertThat(shell.run("prompts", plan, "--stats", "--phase", "default_long"))
                .isZero();
        assertThat(shell.out()).contains("900");

        assertThat(shell.run("prompts", plan, "--phase", "none")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--phase must be one of [default_short, default_long] but was \"none\"");
    }

    @Test
    void aCheckSaysHowLongTheLoadOfEachPhaseTakes() throws IOException {
        assertThat(shell.run("plan", "check", plan(""))).isZero();

        assertThat(shell.out())
                .contains("about 5 min for 1 step, longer if the server does not keep up, or about 15 min for 1 step")
                .doesNotContain("30 min");
    }

    @Test
    void aSearchOverConfigurationsRefusesPhasesWithLoadsOfTheirOwnBeforeTheFirstStart() throws IOException {
        assertThat(shell.run("tune", plan("server: {command: true}\ntune: {maximize: held_load}\n"), "--dry-run"))
                .isEqualTo(ExitCode.USAGE.code());

        assertThat(shell.err())
                .contains("phase default_short has a load of its own")
                .contains("maximize goodput");
    }

    @Test
    void aGoodputTuneOfThemIsForecastByTheLongestLoad() throws IOException {
        String plan = plan("server: {command: \"true\"}\ntune: {maximize: goodput, budget: 100h}\n");
        assertThat(shell.run("tune", plan, "--dry-run")).as(shell.err()).isZero();

        // 3 sides, 5 times, each 2 min for the start and 15 min for the load
        assertThat(shell.out()).contains("finals    4 h 15 min are set aside: 15 starts");
    }
}
