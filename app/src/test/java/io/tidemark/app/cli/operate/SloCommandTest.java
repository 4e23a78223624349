package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code tidemark slo} says before it needs a cluster. */
final class SloCommandTest {
    private static final String RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4P";

    @TempDir
    private Path home;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(home);
    }

    @AfterEach
    void close() {
        shell.close();
    }

    private void assertRefused(String said, String... arguments) {
        String[] command = Stream.of(new String[] {"slo"}, arguments)
                .flatMap(Arrays::stream)
                .toArray(String[]::new);
        assertThat(shell.run(command)).as(shell.err()).isEqualTo(ExitCode.USAGE.code());
        assertThat(shell.err()).contains(said);
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void checkShowsAllThatAFileComesTo() {
        Path file = Path.of("..", "deploy", "slo", "chat.yaml");
        assertThat(shell.run("slo", "check", file.toString())).as(shell.err()).isZero();
        assertThat(shell.out().lines().limit(5))
                .containsExactly(
                        "ttft",
                        "    ttft_due p99 < 1s over 1m for 10s clear 30s min 1 class all clear_at 90% level 1% firing"
                                + " 0s flapping 4/30m",
                        "    period 28d",
                        "    burn page 14.4x over 1h/5m for 0s clear_at 75% clear 2",
                        "    burn page 6x over 6h/30m for 0s clear_at 75% clear 2");
    }

    @Test
    void checkRefusesWithFileLineAndRule() throws Exception {
        Path file = Files.writeString(home.resolve("slo.yaml"), """
                apiVersion: openslo/v1
                kind: SLO
                metadata: {name: a}
                spec:
                  budgetingMethod: Occurrences
                  timeWindow: [{duration: 99999999999999999999d, isRolling: true}]
                """);
        assertRefused(
                "slo.yaml:6  document[0].spec.timeWindow[0].duration must be at most 90d but was"
                        + " 99999999999999999999d",
                "check",
                file.toString());
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path file = home.resolve("nothing.yaml");
        assertRefused(file.toString(), "check", file.toString());
        assertThat(shell.err()).doesNotContain("internal error");
    }

    @Test
    void aRunIsNamedByItsId() {
        assertRefused("--run must be the 26 characters of a run's id but was mine", "remove", "--run", "mine", "ttft");
        assertRefused("--run must be the 26", "set", "--run", "mine", "errors < 1%");
    }

    @Test
    void anObjectiveIsGivenInOneWay() {
        assertRefused("give either an OBJECTIVE or --file", "set", "--run", RUN);
        assertRefused("give either", "set", "--run", RUN, "--file", "slo.yaml", "errors < 1%");
        assertRefused(
                "--name, --period and --burn go with an OBJECTIVE",
                "set",
                "--run",
                RUN,
                "--file",
                "slo.yaml",
                "--period",
                "24h");
    }

    @Test
    void anObjectiveAndItsNameKeepTheirRules() {
        assertRefused("OBJECTIVE must be an objective such as", "set", "--run", RUN, "fast");
        assertRefused(
                "--name must be 1 to 100 characters without '/' but was a/b",
                "set",
                "--run",
                RUN,
                "--name",
                "a/b",
                "errors < 1%");
    }

    @Test
    void withoutAClusterNothingIsSaidToBeDone() {
        assertThat(shell.run("slo", "set", "--run", RUN, "errors < 1%")).isEqualTo(ExitCode.INFRASTRUCTURE.code());
        assertThat(shell.err()).contains("no cluster");
        assertThat(shell.out()).isEmpty();
    }
}
