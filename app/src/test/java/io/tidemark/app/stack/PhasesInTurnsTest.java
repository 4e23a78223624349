package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.ExitCode;
import io.tidemark.app.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --phases ... --repeat ...}: each run has its server set up, and all are there to be compared. */
@Tag("integration")
final class PhasesInTurnsTest {
    @TempDir
    private Path home;

    private Target target;
    private Shell shell;
    private Path plan;

    @BeforeEach
    void start() throws IOException {
        target = new Target();
        shell = new Shell(home);
        plan = Files.writeString(home.resolve("plan.yaml"), """
                experiment: turns
                phases:
                  - name: main
                  - name: tuned
                    flags: {max-num-seqs: 128}
                workload: {kind: synthetic, prompt_tokens: 16, output_tokens: 4}
                steps:
                  - {rate: 5, requests: 10}
                """);
    }

    @AfterEach
    void stop() {
        shell.close();
        target.close();
    }

    @Test
    void eachRunIsSetUpAndComparedByTheCommandThatIsNamed() throws IOException {
        Path setups = home.resolve("setups");
        assertThat(run(
                        "--phases",
                        "main,tuned",
                        "--repeat",
                        "2",
                        "--setup",
                        "echo $TIDEMARK_PHASE $TIDEMARK_FLAGS >> " + setups))
                .as(shell.err())
                .isZero();
        List<String> lines = Files.readAllLines(setups);
        assertThat(lines.subList(0, 2)).containsExactlyInAnyOrder("main {}", "tuned {\"max-num-seqs\":\"128\"}");
        assertThat(lines.subList(2, lines.size()))
                .as("the other way round")
                .containsExactly(lines.get(1), lines.get(0));
        assertThat(shell.out())
                .contains("run 1 of 4", "run 4 of 4", "seed 1", "seed 2", "tidemark compare turns/main turns/tuned");
        assertThat(shell.run("compare", "turns/main", "turns/tuned"))
                .as(shell.err())
                .isZero();
        assertThat(shell.out()).contains("2 + 2 runs");
    }

    @Test
    void aSetupThatFailsEndsItAllWithWhatItSaid() {
        assertThat(run("--setup", "echo no GPU is free; exit 3")).isEqualTo(ExitCode.INFRASTRUCTURE.code());
        assertThat(shell.err()).contains("ended with 3 for phase main", "no GPU is free");
    }

    @Test
    void phasesThatNothingSetsUpAreRefused() {
        assertThat(run("--phases", "main,tuned")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--phases needs --setup COMMAND");
        assertThat(run("--phases", "main,other", "--setup", "true")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("[main, tuned]", "\"other\"");
        assertThat(run("--repeat", "0")).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains("--repeat must be at least 1 but was 0");
    }

    private int run(String... more) {
        String[] all = new String[more.length + 5];
        all[0] = "run";
        all[1] = plan.toString();
        all[2] = "--target";
        all[3] = target.url();
        all[4] = "--no-calibrate";
        System.arraycopy(more, 0, all, 5, more.length);
        return shell.run(all);
    }
}
