package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.ExitCode;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark run --phases}, from the command line to the comparison. */
@Tag("integration")
final class PhaseSequenceTest {
    @TempDir
    private Path home;

    @Test
    void phasesRunInBlocksAfterTheCommandAndAreComparedAtTheEnd() throws Exception {
        Path told = home.resolve("told");
        try (Target target = new Target();
                TidemarkProcess run = run(target, "2", "echo $TIDEMARK_PHASE >> " + told)) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK.code());
            assertThat(run.out()).contains("4 runs in 2 blocks", "run 4 of 4: block 2 of 2", "4 of 4 runs ended");
            assertThat(run.out()).contains("compare tuned with base:  tidemark compare ");
            List<String> order = Files.readAllLines(told);
            assertThat(order.subList(0, 2)).containsExactlyInAnyOrder("base", "tuned");
            assertThat(order.subList(2, 4)).containsExactly(order.get(1), order.get(0));
            try (ResultReader results = Home.results(home)) {
                List<RunRow> rows = results.latestRuns(9).stream()
                        .sorted(Comparator.comparing(row -> row.key().run()))
                        .toList();
                assertThat(rows).extracting(row -> row.phase()).containsExactlyElementsOf(order);
                assertThat(rows)
                        .extracting(row -> row.origin().labels().get("sequence.block"))
                        .containsExactly("1", "1", "2", "2");
                assertThat(rows)
                        .extracting(row -> row.origin().labels().get("sequence"))
                        .containsOnly(rows.get(0).origin().labels().get("sequence"));
            }
        }
    }

    @Test
    void aCommandThatFailsEndsTheSequenceAndSaysHowFarItCame() throws Exception {
        try (Target target = new Target();
                TidemarkProcess run = run(target, "2", "test $TIDEMARK_RUN != 2")) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(run.err())
                    .contains("--before-run ended with 1 before run 2", "the sequence stopped after 1 of 4 runs");
        }
    }

    private TidemarkProcess run(Target target, String repeats, String command) throws IOException {
        Path plan = Target.plan(home, 10, 1, "errors < 50% over 10s");
        Files.writeString(plan, Files.readString(plan) + "phases: [ { name: base }, { name: tuned } ]\n");
        return TidemarkProcess.start(
                home,
                "run",
                plan.toString(),
                "--target",
                target.url(),
                "--phases",
                "base,tuned",
                "--repeat",
                repeats,
                "--before-run",
                command);
    }
}
