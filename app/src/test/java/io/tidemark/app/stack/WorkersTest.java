package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.Finality;
import io.tidemark.events.RunStatus;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run by two processes, with nothing between them but Kafka. */
@Tag("long")
final class WorkersTest {
    private static final int PER_SECOND = 30;
    private static final int STEP_SECONDS = 3;
    private static final long OF_A_STEP = (long) PER_SECOND * STEP_SECONDS;
    private static final Pattern WORKER = Pattern.compile("lane-1 is process (\\d+)");

    private static final Pattern PRINTED = Pattern.compile("worker +tidemark (worker .*)");

    @TempDir
    private Path home;

    private static String[] run(Path plan, Target target) {
        return new String[] {"run", plan.toString(), "--workers", "2", "--target", target.url()};
    }

    @Test
    void twoProcessesSendThePlansRequestsOnceAndMakeOneRun() throws Exception {
        Path plan = Target.plan(home, PER_SECOND, STEP_SECONDS, "errors < 5% over 10s");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home);
                TidemarkProcess run = TidemarkProcess.start(home, run(plan, target))) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(target.asked()).isEqualTo(Target.STEPS * OF_A_STEP);
            try (ResultReader results = Home.results(home)) {
                assertThat(results.latestRuns(5)).hasSize(1);
                RunRow row = results.latestRuns(1).get(0);
                up.await(() -> results.latestRuns(1).get(0).status() == RunStatus.ENDED);
                assertThat(results.requestCount(row.key())).isEqualTo(Target.STEPS * OF_A_STEP);
                assertThat(results.steps(row.key()))
                        .hasSize(Target.STEPS)
                        .allSatisfy(step -> assertThat(step.result()).hasValueSatisfying(result -> {
                            assertThat(result.finality()).isEqualTo(Finality.FINAL);
                            assertThat(result.counts().due()).isEqualTo(OF_A_STEP);
                        }));
            }
        }
    }

    @Test
    void twoProcessesShareTheLoadOfTwoTargetsAsOneWould() throws Exception {
        Path plan = Target.plan(home, PER_SECOND, STEP_SECONDS, "errors < 5% over 10s");
        try (Target large = new Target();
                Target small = new Target();
                TidemarkProcess up = TidemarkProcess.up(home)) {
            String targets =
                    "balance: weights\ntargets:\n  - {name: large, url: \"%s\", weight: 2}\n  - {name: small, url: \"%s\"}\n";
            Files.writeString(
                    plan,
                    Files.readString(plan) + targets.formatted(large.url(), small.url()),
                    StandardOpenOption.TRUNCATE_EXISTING);
            try (TidemarkProcess run = TidemarkProcess.start(home, "run", plan.toString(), "--workers", "2")) {
                assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
                assertThat(large.asked()).isEqualTo(Target.STEPS * OF_A_STEP * 2 / 3);
                assertThat(small.asked()).isEqualTo(Target.STEPS * OF_A_STEP / 3);
                assertThat(up.isAlive()).isTrue();
            }
        }
    }

    @Test
    void aWorkerStartedByThePrintedCommandJoinsTheRun() throws Exception {
        Path plan = Target.plan(home, PER_SECOND, STEP_SECONDS, "errors < 5% over 10s");
        String[] leader = {"run", plan.toString(), "--workers", "2", "--external", "--target", ""};
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home)) {
            leader[leader.length - 1] = target.url();
            try (TidemarkProcess run = TidemarkProcess.start(home, leader)) {
                run.awaitSaid("waiting");
                Matcher command = PRINTED.matcher(run.out());
                assertThat(command.find()).as(run.out()).isTrue();
                try (TidemarkProcess worker =
                        TidemarkProcess.start(home, command.group(1).split(" "))) {
                    assertThat(worker.exitCode()).as(worker.err()).isZero();
                    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
                    assertThat(target.asked()).isEqualTo(Target.STEPS * OF_A_STEP);
                    assertThat(up.isAlive()).isTrue();
                }
            }
        }
    }

    @Test
    void aLeaderThatIsStoppedFromElsewhereStopsItsWorkers() throws Exception {
        Path plan = Target.plan(home, PER_SECOND, 120, "errors < 5% over 10s");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home);
                TidemarkProcess run = TidemarkProcess.start(home, run(plan, target));
                ResultReader results = Home.results(home);
                Shell shell = new Shell(home)) {
            run.await(() -> target.asked() > OF_A_STEP);
            Matcher worker = WORKER.matcher(run.out());
            assertThat(worker.find()).as(run.out()).isTrue();
            String id = results.latestRuns(1).get(0).key().run();

            assertThat(shell.run("runs", "stop", id, "--reason", "a release", "--timeout", "120s"))
                    .as(shell.err())
                    .isZero();
            assertThat(run.exitCode()).isEqualTo(StoppedProcessesTest.CTRL_C);
            up.await(() -> results.latestRuns(1).get(0).status() == RunStatus.ABORTED);
            up.await(() -> ProcessHandle.of(Long.parseLong(worker.group(1)))
                    .filter(ProcessHandle::isAlive)
                    .isEmpty());
        }
    }

    @Test
    void aRunWhoseWorkerIsKilledIsInvalidAndNamesItsLane() throws Exception {
        Path plan = Target.plan(home, PER_SECOND, 20, "errors < 5% over 10s");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home);
                TidemarkProcess run = TidemarkProcess.start(home, run(plan, target))) {
            run.await(() -> target.asked() > OF_A_STEP);
            Matcher worker = WORKER.matcher(run.out());
            assertThat(worker.find()).as(run.out()).isTrue();
            assertThat(ProcessHandle.of(Long.parseLong(worker.group(1)))
                            .orElseThrow()
                            .destroyForcibly())
                    .isTrue();

            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.RUN_INVALID.code());
            assertThat(run.err()).contains("is INVALID: lane-1 was lost");
            assertThat(up.isAlive()).isTrue();
        }
    }
}
