package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.RunStatus;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark run --phases}, from the command line to the comparison. */
@Tag("integration")
final class PhaseSequenceTest {
    private static final int PER_SECOND = 10;
    /** So long that a slow machine interrupts a run before it ends. */
    private static final int LONG_STEP_SECONDS = 6;

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
    @Tag("long")
    void aCommandThatFailsEndsTheSequenceAndSaysHowFarItCame() throws Exception {
        try (Target target = new Target();
                TidemarkProcess run = run(target, "2", "test $TIDEMARK_RUN != 2")) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(run.err())
                    .contains("--before-run ended with 1 before run 2", "the sequence stopped after 1 of 4 runs");
        }
    }

    @Test
    @Tag("long")
    void ctrlCInTheThirdRunAbortsItAndSaysWhatThereIsToCompare() throws Exception {
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home);
                TidemarkProcess run = TidemarkProcess.start(home, command(target, LONG_STEP_SECONDS, "2", "true"))) {
            run.awaitSaid("run 3 of 4");
            run.await(() -> target.asked() > 5 * LONG_STEP_SECONDS * PER_SECOND);
            run.interrupt();
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(StoppedProcessesTest.CTRL_C);
            assertThat(run.err()).contains("is ABORTED", "the sequence stopped after");
            assertThat(run.out()).contains("tidemark compare ").doesNotContain("run 4 of 4");
            run.assertQuiet();
            try (ResultReader results = Home.results(home)) {
                up.await(() -> results.latestRuns(9).stream().noneMatch(row -> row.status() == RunStatus.RUNNING));
                assertThat(results.latestRuns(9))
                        .extracting(RunRow::status)
                        .containsExactlyInAnyOrder(RunStatus.ABORTED, RunStatus.ENDED, RunStatus.ENDED);
            }
        }
    }

    @Test
    @Tag("long")
    void ctrlCWhileTheServerIsSetUpEndsTheCommandToo() throws Exception {
        Path pid = home.resolve("pid");
        try (Target target = new Target();
                TidemarkProcess run = run(target, "2", "sleep 300 & echo $! > " + pid + "; wait")) {
            run.await(() -> Files.exists(pid) && target.asked() == 0);
            run.await(() -> !read(pid).isBlank());
            run.interrupt();
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(StoppedProcessesTest.CTRL_C);
            assertThat(run.err())
                    .contains("the sequence stopped after 0 of 4 runs")
                    .doesNotContain("ended with");
            run.assertQuiet();
            long sleeping = Long.parseLong(read(pid).strip());
            run.await(() -> ProcessHandle.of(sleeping).isEmpty());
        }
    }

    @Test
    @Tag("long")
    void everyRunIsSplitOverTheWorkers() throws Exception {
        try (Target target = new Target();
                TidemarkProcess run = run(target, "1", "true", "--workers", "2")) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK.code());
            assertThat(run.out()).contains("2 of 2 runs ended", "lane-1 is process");
            try (ResultReader results = Home.results(home)) {
                assertThat(results.latestRuns(9)).hasSize(2).allSatisfy(row -> {
                    assertThat(row.status()).isEqualTo(RunStatus.ENDED);
                    assertThat(results.requestCount(row.key())).isEqualTo(20);
                });
            }
        }
    }

    private TidemarkProcess run(Target target, String repeats, String command, String... more) {
        return TidemarkProcess.start(home, command(target, 1, repeats, command, more));
    }

    private String[] command(Target target, int stepSeconds, String repeats, String before, String... more) {
        Path plan = Target.plan(home, PER_SECOND, stepSeconds, "errors < 50% over 10s");
        write(plan, read(plan) + "phases: [ { name: base }, { name: tuned } ]\n");
        List<String> arguments = new ArrayList<>(List.of("run", plan.toString(), "--target", target.url()));
        arguments.addAll(List.of("--phases", "base,tuned", "--repeat", repeats, "--before-run", before));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
