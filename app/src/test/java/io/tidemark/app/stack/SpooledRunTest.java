package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.Finality;
import io.tidemark.events.RunStatus;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of {@code up} while a second terminal measures, and nobody starts it again before the run's end. */
@Tag("long")
final class SpooledRunTest {
    private static final int PER_SECOND = 25;
    private static final int STEP_SECONDS = 5;
    private static final long OF_A_STEP = (long) PER_SECOND * STEP_SECONDS;

    @TempDir
    private Path home;

    /** The run's process, after its end. */
    private TidemarkProcess runWithoutKafka(Target target, String... spool) throws InterruptedException {
        Path plan = Target.plan(home, PER_SECOND, STEP_SECONDS, "errors < 5% over 10s");
        String[] run = {"run", plan.toString(), "--no-calibrate", "--target", target.url()};
        try (TidemarkProcess up = TidemarkProcess.up(home)) {
            TidemarkProcess process = TidemarkProcess.start(home, concat(run, spool));
            process.await(() -> target.asked() >= OF_A_STEP / 2);
            up.kill();
            int unused = process.exitCode();
            return process;
        }
    }

    private static String[] concat(String[] first, String[] second) {
        String[] both = new String[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Test
    void whatARunLeavesOnDiskIsPublishedLaterAndItsResultsAreFinalAndExact() throws Exception {
        try (Target target = new Target();
                TidemarkProcess run = runWithoutKafka(target, "--spool-memory", "64KiB")) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(run.err()).contains("events wait in").contains("tidemark admin spool publish");
            assertThat(target.asked()).isEqualTo(Target.STEPS * OF_A_STEP);
            try (TidemarkProcess again = TidemarkProcess.up(home);
                    TidemarkProcess publish = TidemarkProcess.start(home, "admin", "spool", "publish")) {
                assertThat(publish.exitCode()).as(publish.err()).isZero();
                assertThat(publish.out()).contains("events published");
                try (ResultReader results = Home.results(home)) {
                    again.await(() -> isWhole(results));
                }
            }
            assertThat(home.resolve("spool")).isEmptyDirectory();
        }
    }

    private static boolean isWhole(ResultReader results) {
        RunRow run = results.latestRuns(1).get(0);
        return run.status() == RunStatus.ENDED
                && results.requestCount(run.key()) == Target.STEPS * OF_A_STEP
                && results.steps(run.key()).size() == Target.STEPS
                && results.steps(run.key()).stream()
                        .allMatch(step -> step.result()
                                .filter(result -> result.finality() == Finality.FINAL)
                                .filter(result -> result.counts().due() == OF_A_STEP)
                                .isPresent());
    }

    @Test
    void whatNeitherMemoryNorSpoolHoldsMakesTheRunInvalid() throws Exception {
        try (Target target = new Target();
                TidemarkProcess run = runWithoutKafka(target, "--spool-memory", "16KiB", "--spool-size", "16KiB")) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.RUN_INVALID.code());
            assertThat(run.err())
                    .containsPattern("is INVALID: \\d+ events were lost on their way to Kafka: the spool .* was full");
            assertThat(target.asked()).as("measuring goes on").isEqualTo(Target.STEPS * OF_A_STEP);
        }
    }
}
