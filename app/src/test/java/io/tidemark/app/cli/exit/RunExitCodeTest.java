package io.tidemark.app.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.run.RunResult;
import io.tidemark.events.LoadKind;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepOfferedLoad;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.StepThroughput;
import io.tidemark.producer.tally.TargetFailure;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class RunExitCodeTest {
    @Test
    void theWorstStepDecides() {
        assertThat(ExitCodeMapper.exitCode(result(RunStatus.ENDED, Verdict.PASS, Verdict.PASS)))
                .isEqualTo(ExitCode.OK);
        assertThat(ExitCodeMapper.exitCode(result(RunStatus.ENDED, Verdict.PASS, Verdict.INCONCLUSIVE)))
                .isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(ExitCodeMapper.exitCode(result(RunStatus.ENDED, Verdict.INCONCLUSIVE, Verdict.FAIL)))
                .isEqualTo(ExitCode.SLO_NOT_MET);
    }

    /** A smoke test that FAILED is a finding of the report. */
    @Test
    void aRunWithoutAnSloThatEndedIsOk() {
        assertThat(ExitCodeMapper.exitCode(result(RunStatus.ENDED, Verdict.UNKNOWN, Verdict.UNKNOWN)))
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void anInvalidRunIsInvalidWhateverItsVerdicts() {
        assertThat(ExitCodeMapper.exitCode(result(RunStatus.INVALID, Verdict.FAIL, Verdict.PASS)))
                .isEqualTo(ExitCode.RUN_INVALID);
    }

    @Test
    void aStoppedRunDecidesNothing() {
        assertThat(ExitCodeMapper.exitCode(result(RunStatus.ABORTED, Verdict.PASS, Verdict.PASS)))
                .isEqualTo(ExitCode.INCONCLUSIVE);
    }

    @Test
    void aTargetThatCouldNotBeUsedIsNeitherASuccessNorALackOfRequests() {
        Optional<TargetFailure> dead = Optional.of(new TargetFailure("300 of 300 requests failed: HTTP 401", false));
        Optional<TargetFailure> stopped = Optional.of(new TargetFailure("the last 20 requests failed: HTTP 403", true));

        assertThat(ExitCodeMapper.exitCode(result(RunStatus.ENDED, dead, Verdict.UNKNOWN, Verdict.UNKNOWN)))
                .isEqualTo(ExitCode.INFRASTRUCTURE);
        assertThat(ExitCodeMapper.exitCode(result(RunStatus.ENDED, dead, Verdict.PASS, Verdict.INCONCLUSIVE)))
                .isEqualTo(ExitCode.INFRASTRUCTURE);
        assertThat(ExitCodeMapper.exitCode(result(RunStatus.ABORTED, stopped, Verdict.PASS)))
                .isEqualTo(ExitCode.INFRASTRUCTURE);
        assertThat(ExitCodeMapper.exitCode(result(RunStatus.INVALID, dead, Verdict.PASS, Verdict.PASS)))
                .isEqualTo(ExitCode.RUN_INVALID);
    }

    @Test
    void aMissingResultIsTheInfrastructuresFault() {
        assertThat(ExitCodeMapper.exitCode(result(RunStatus.ENDED, Verdict.PASS)))
                .isEqualTo(ExitCode.INFRASTRUCTURE);
    }

    /** A full disk: Kafka is away, and the spool takes nothing when what waits in memory is put there at the end. */
    @Test
    void aRunWhoseEventsWereLostAfterItsEndIsInvalidThoughItCouldNotKnow() {
        RunResult ended = result(RunStatus.ENDED);
        RunResult lossy = new RunResult(ended.key(), ended.outcome(), List.of(), 0, 3, Duration.ZERO);
        assertThat(lossy.lostAfterEnd()).isEqualTo(3);
        assertThat(ExitCodeMapper.exitCode(lossy)).isEqualTo(ExitCode.RUN_INVALID);
    }

    /** A run of two steps. */
    private static RunResult result(RunStatus status, Verdict... verdicts) {
        return result(status, Optional.empty(), verdicts);
    }

    private static RunResult result(RunStatus status, Optional<TargetFailure> targetFailure, Verdict... verdicts) {
        StepCounts counts = new StepCounts(10, 10, 10, 0, 10, 10, StepCounts.Now.NONE, 3, Map.of());
        StepSummary step = new StepSummary(
                0,
                new StepOfferedLoad(LoadKind.RATE, 1, OptionalDouble.of(1), OptionalDouble.of(1)),
                counts,
                OptionalLong.empty(),
                StepThroughput.NONE,
                List.of());
        RunOutcome outcome = new RunOutcome(
                "01JD8Z6K3M5TQX9V2R7C0WHB4N",
                status,
                List.of(),
                List.of(),
                Collections.nCopies(2, step),
                targetFailure,
                0,
                0);
        return new RunResult(
                new RunKey(new Team("t"), outcome.runId()), outcome, List.of(verdicts), 0, 0, Duration.ZERO);
    }
}
