package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.events.Regression;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegressionsTest {
    private static final String OTHER_RUN = "01JABCDEFGHJKMNPQRSTVWXYZ1";

    @TempDir
    private Path stateDir;

    @Test
    void theLaterPhaseIsComparedWithTheEarlierAtTheSameLoad() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            phase(team, Given.RUN, "base", 0, 200);
            phase(team, OTHER_RUN, "tuned", 10, 100);
            assertThat(team.read(Topic.REGRESSIONS, Regression.class))
                    .filteredOn(found -> found.getMetric() == MetricName.TTFT_DUE && found.getQuantile() == 0.95)
                    .singleElement()
                    .satisfies(found -> {
                        assertThat(found.getBasePhase()).isEqualTo("base");
                        assertThat(found.getCandidatePhase()).isEqualTo("tuned");
                        assertThat(found.getRatio()).isCloseTo(0.5, within(1e-12));
                        assertThat(found.getLow())
                                .as("one run a side has no interval")
                                .isNull();
                        assertThat(found.getVerdict()).isEqualTo(ComparisonVerdict.SCREENING);
                        assertThat(found.getOutcome()).isEqualTo(PhaseOutcome.HINT);
                        assertThat(found.getDecision())
                                .startsWith("Screening only, 1 + 1 runs: ")
                                .endsWith("3 runs per side are the minimum for a decision, because runs differ more"
                                        + " than requests do.");
                    });
        }
    }

    @Test
    void aRunThatEndsInvalidIsWithdrawnThoughItsStepWasCounted() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            phase(team, Given.RUN, "base", 0, 200);
            phase(team, OTHER_RUN, "tuned", 10, 100);
            assertThat(team.read(Topic.REGRESSIONS, Regression.class)).isNotEmpty();
            team.send(Given.control(Given.run()
                    .setRun(OTHER_RUN)
                    .setPhase("tuned")
                    .setStatus(RunStatus.INVALID)
                    .setEnded(at(13))
                    .build()));
            team.pass(Duration.ofSeconds(2));
            assertThat(team.read(Topic.REGRESSIONS, Regression.class))
                    .isNotEmpty()
                    .allSatisfy(found -> {
                        assertThat(found.getVerdict()).isEqualTo(ComparisonVerdict.UNKNOWN);
                        assertThat(found.getBasis()).startsWith("withdrawn: run " + OTHER_RUN + " is INVALID");
                        assertThat(found.getOutcome()).isEqualTo(PhaseOutcome.UNKNOWN);
                    });
        }
    }

    /** Its load generator went away after a step: by its last status it still runs. */
    @Test
    void aRunThatIsLostAfterAStepIsComparedWithNothing() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            phase(team, Given.RUN, "base", 0, 100);
            step(team, Given.run().setRun(OTHER_RUN).setPhase("tuned"), 10, 200);
            assertThat(team.read(Topic.STEPS, StepResult.class))
                    .filteredOn(result -> result.getRun().equals(OTHER_RUN))
                    .last()
                    .satisfies(result -> assertThat(result.getFinality()).isEqualTo(Finality.FINAL));
            team.pass(Duration.ofMinutes(2));

            assertThat(team.read(Topic.REGRESSIONS, Regression.class)).isEmpty();
        }
    }

    @Test
    void resultsOfRunsOfHalfAYearAgoAreComparedWithNoMore() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            phase(team, Given.RUN, "base", 0, 200);
            phase(team, OTHER_RUN, "tuned", 10, 100);
            long madeMillis = Ulid.millis(OTHER_RUN).orElseThrow();
            Duration age = Duration.ofMillis(madeMillis - TeamDriver.EPOCH.toEpochMilli());
            team.advanceOnly(age.plusDays(179));
            assertThat(team.stores().comparisons()).hasSizeGreaterThan(2);
            team.advanceOnly(Duration.ofDays(2));
            assertThat(team.stores().comparisons()).isEmpty();
        }
    }

    @Test
    void aProbeOfASearchIsComparedWithNothing() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            phase(team, Given.RUN, "base", 0, 100);
            Map<String, String> probe = Map.of(RunLabels.SEARCH, "s1", RunLabels.SEARCH_ROLE, RunLabels.PROBE);
            phase(team, Given.run().setRun(OTHER_RUN).setPhase("tuned").setLabels(probe), 10, 200);

            assertThat(team.read(Topic.REGRESSIONS, Regression.class)).isEmpty();
        }
    }

    private static void phase(TeamDriver team, String run, String phase, int from, long ttftMillis) {
        phase(team, Given.run().setRun(run).setPhase(phase), from, ttftMillis);
    }

    private static void phase(TeamDriver team, RunState.Builder state, int from, long ttftMillis) {
        step(team, state, from, ttftMillis);
        team.send(Given.control(
                state.setStatus(RunStatus.ENDED).setEnded(at(from + 2)).build()));
        team.pass(Duration.ofSeconds(2));
    }

    /** One request a second after {@code from}, of a run that goes on. */
    private static void step(TeamDriver team, RunState.Builder state, int from, long ttftMillis) {
        String run = state.getRun();
        team.send(Given.control(state.build()));
        team.send(Given.control(Given.step(from)
                .setRun(run)
                .setEnded(at(from + 2))
                .setMeasureUntil(at(from + 2))
                .setRequestsByLane(Map.of(Given.LANE, 1L))
                .build()));
        team.send(Given.ok(0, from + 1, ttftMillis, 200).setRun(run).build());
        team.send(Given.heartbeat(from + 2, 0, 1).setRun(run).setClosing(true).build());
        team.pass(Duration.ofSeconds(2));
    }
}
