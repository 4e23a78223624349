package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.Finality;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of {@code up} while a second terminal measures. */
@Tag("long")
final class KilledStackTest {
    private static final int PER_SECOND = 20;
    /** So long that the stack is up again before the load ends, on a slow machine too. */
    private static final int STEP_SECONDS = 25;

    private static final long OF_A_STEP = (long) PER_SECOND * STEP_SECONDS;
    private static final long OF_THE_RUN = Target.STEPS * OF_A_STEP;

    @TempDir
    private Path home;

    @Test
    void aRunGoesOnOverAKilledStackAndNoRequestIsLostOrDoubled() throws Exception {
        Path plan = Target.plan(home, PER_SECOND, STEP_SECONDS, "ttft_due p95 < 1ms over 10s");
        try (Target target = new Target();
                TidemarkProcess killed = TidemarkProcess.up(home);
                TidemarkProcess run = TidemarkProcess.start(home, "run", plan.toString(), "--target", target.url())) {
            run.await(() -> target.asked() >= OF_A_STEP / 5);
            killed.kill();
            long askedByThen = target.asked();
            try (TidemarkProcess again = TidemarkProcess.up(home)) {
                assertThat(target.asked()).as("load goes on meanwhile").isGreaterThan(askedByThen);
                assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.SLO_NOT_MET.code());
                assertThat(target.asked()).isEqualTo(OF_THE_RUN);
                assertWhole();
                run.assertQuiet();
                again.assertQuiet();
            }
        }
    }

    private void assertWhole() {
        try (ResultReader results = Home.results(home)) {
            RunRow run = results.latestRuns(1).get(0);
            assertThat(run.status()).isEqualTo(RunStatus.ENDED);
            assertThat(results.requestCount(run.key())).isEqualTo(OF_THE_RUN);
            assertThat(results.steps(run.key())).hasSize(Target.STEPS).allSatisfy(step -> assertWhole(results, step));
        }
    }

    private static void assertWhole(ResultReader results, StepRow step) {
        StepResultRow result = step.result().orElseThrow();
        assertThat(result.finality()).isEqualTo(Finality.FINAL);
        assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(result.counts().due()).isEqualTo(OF_A_STEP);
        assertThat(result.counts().sent()).isEqualTo(OF_A_STEP);
        assertThat(result.counts().outcomes().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(OF_A_STEP);
        assertThat(results.outcomes(step.run(), step.step()))
                .as("stored rows of step %d", step.step())
                .isEqualTo(result.counts().outcomes());
    }
}
