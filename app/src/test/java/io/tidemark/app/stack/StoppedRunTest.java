package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.events.Finality;
import io.tidemark.events.RunAction;
import io.tidemark.events.RunCommand;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark runs stop} from another process than the run's. */
@Tag("integration")
final class StoppedRunTest {
    private static final Team TEAM = new Team("default");
    private static final String DEAD_RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4P";
    private static final String NO_RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";
    private static final String PATIENT = "120s";

    @TempDir
    private Path home;

    @Test
    void aRunIsStoppedByItsIdAndNoOther() throws Exception {
        Path plan = Target.plan(home, 20, 120, "errors < 5% over 10s");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home);
                TidemarkProcess run =
                        TidemarkProcess.start(home, "run", plan.toString(), "--target", target.url(), "--live");
                ResultReader results = Home.results(home)) {
            run.await(() -> target.asked() >= 20 && !results.latestRuns(1).isEmpty());
            String id = results.latestRuns(1).get(0).key().run();

            assertStop(ExitCode.USAGE, NO_RUN, PATIENT, "must be a run of team default that has begun");
            askAnotherRun();
            beginDeadRun();
            assertStop(ExitCode.INFRASTRUCTURE, DEAD_RUN, "1s", "did not end within 1 s after it was asked to");
            long before = target.asked();
            run.await(() -> target.asked() >= before + 20);

            assertStop(ExitCode.OK, id, PATIENT, "as ABORTED; its measurements: tidemark report " + id);
            assertThat(run.exitCode()).isEqualTo(StoppedProcessesTest.CTRL_C);
            assertThat(run.err()).contains("run " + id + " is stopped by ", ": a release", "run " + id + " is ABORTED");
            run.assertQuiet();
            assertStop(ExitCode.USAGE, id, PATIENT, "must be a run that goes on but " + id + " ended at ");

            up.await(() -> results.latestRuns(1).get(0).status() == RunStatus.ABORTED);
            RunRow stored = results.latestRuns(1).get(0);
            assertThat(stored.notes().stopReason().orElseThrow())
                    .startsWith("stopped by ")
                    .endsWith(": a release");
            up.await(() -> results.requestCount(stored.key()) >= target.asked());
            up.await(() -> results.steps(stored.key()).stream()
                    .allMatch(step -> step.result()
                            .filter(result -> result.finality() == Finality.FINAL)
                            .isPresent()));
            up.await(() -> audited(results).contains(id));
            assertThat(audited(results)).containsExactlyInAnyOrder(id, DEAD_RUN);
        }
    }

    /** Its events are in files until its load is over. */
    @Test
    void aRunThatIsKilledIsPublishedByTheStackAndLost() throws Exception {
        Path plan = Target.plan(home, 20, 120, "errors < 5% over 10s");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home);
                TidemarkProcess run = TidemarkProcess.start(home, "run", plan.toString(), "--target", target.url());
                ResultReader results = Home.results(home)) {
            run.await(() -> target.asked() >= 60);
            assertThat(results.latestRuns(1)).isEmpty();
            run.kill();

            up.await(() -> results.latestRuns(1).stream()
                    .anyMatch(stored -> stored.lost().isPresent()));
            RunRow stored = results.latestRuns(1).get(0);
            assertThat(stored.standing()).isEqualTo("LOST");
            assertThat(results.requestCount(stored.key())).isPositive();
            up.await(() -> up.err().contains("run " + stored.key().run() + " ended before its events were published"));
            assertThat(home.resolve("events")).isEmptyDirectory();
        }
    }

    private static List<String> audited(ResultReader results) {
        return results.audit(new AuditQuery(Optional.empty(), Instant.EPOCH, 100)).stream()
                .filter(row -> row.action().equals("runs stop"))
                .peek(row -> assertThat(row.details()).containsEntry("reason", "a release"))
                .map(row -> row.subject())
                .toList();
    }

    private void assertStop(ExitCode code, String run, String timeout, String description) {
        try (Shell shell = new Shell(home)) {
            int exit = shell.run("runs", "stop", run, "--reason", "a release", "--timeout", timeout);
            assertThat(exit).as(shell.out() + shell.err()).isEqualTo(code.code());
            assertThat(shell.out() + shell.err()).contains(description);
        }
    }

    /** As if `runs stop` had been given to a run that is gone. */
    private void askAnotherRun() {
        RunCommand command = RunCommand.newBuilder()
                .setAt(Instant.EPOCH)
                .setRun(NO_RUN)
                .setAction(RunAction.STOP)
                .setBy("ana")
                .setReason("not meant")
                .build();
        new RecordPublisher(Home.stack(home).connection(), TEAM)
                .publish(Topic.RUN_COMMANDS, NO_RUN, command, RunCommand.class);
    }

    /** The control topic says that it goes on, and no process does. */
    private void beginDeadRun() {
        try (Shell shell = new Shell(home)) {
            Instant now = shell.context().wallClock().instant();
            RunState dead = RunState.newBuilder()
                    .setRun(DEAD_RUN)
                    .setExperiment("dead")
                    .setPhase("p")
                    .setStarted(now.minusSeconds(3_600))
                    .setStatus(RunStatus.RUNNING)
                    .build();
            new ControlPublisher(shell.context(), Home.stack(home).connection(), TEAM).publish(List.of(dead), now);
        }
    }
}
