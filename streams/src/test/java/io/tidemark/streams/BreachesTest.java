package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.failed;
import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BreachesTest {
    @TempDir
    private Path stateDir;

    private TeamDriver team;

    /** State, opening second, second of the record. */
    private record Row(BreachState state, long opened, long at) {}

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir);
        team.send(Given.control(Given.run().build()));
        team.send(Given.control(Given.step(0).build()));
    }

    @AfterEach
    void stop() {
        team.close();
    }

    @Test
    void aBreachOpensWhenTheQuantileExceedsItsLimitAndClosesWhenItNoLongerDoes() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        // due at second, ends in second, e2e ms
        team.send(ok(0, 0.0, 100, 200).build()); // 0: 300 ms
        team.send(ok(1, 1.0, 100, 1500).build()); // 2: 1600 ms, median of two is the lower
        team.send(ok(2, 1.2, 100, 1600).build()); // 2: 1700 ms, median 1600 ms
        team.send(ok(3, 13.0, 100, 200).build()); // 13: 300 ms, alone in its window
        team.send(heartbeat(20, 0, 4).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(rows())
                .containsExactly(
                        new Row(BreachState.OPENED, 3, 3),
                        // second 0 has left at 11: the median of the two is still 1600 ms; second 2 leaves at 13
                        new Row(BreachState.CLOSED, 3, 14));
    }

    @Test
    void itMustBeBrokenForAsLongAsTheObjectiveSays() {
        team.send(Given.control(
                objective(MetricName.E2E, 0.5, 1000).setForSeconds(5).build()));
        team.send(ok(0, 0.0, 100, 1500).build()); // broken from second 2 on
        team.send(ok(1, 4.0, 100, 200).build()); // median of two is the lower: kept from 5 on
        team.send(ok(2, 20.0, 100, 1500).build());
        team.send(ok(3, 27.0, 100, 1500).build());
        team.send(heartbeat(30, 0, 4).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).containsExactly(new Row(BreachState.OPENED, 22, 27));
    }

    @Test
    void aRequestThatIsNotOkIsWorseThanAnyLimit() {
        team.send(Given.control(objective(MetricName.TTFT, 0.5, 1000).build()));
        team.send(failed(0, 0.0, 10).build());
        team.send(heartbeat(1, 0, 1).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.BREACHES, SloBreach.class)).singleElement().satisfies(breach -> {
            assertThat(breach.getState()).isEqualTo(BreachState.OPENED);
            assertThat(breach.getValue()).isInfinite();
            assertThat(breach.getEvidence()).isEqualTo(Finality.FINAL);
        });
    }

    @Test
    void tooFewRequestsProveNothing() {
        team.send(Given.control(
                objective(MetricName.E2E, 0.5, 1000).setMinCount(2).build()));
        team.send(ok(0, 0.0, 100, 1500).build());
        team.send(heartbeat(5, 0, 1).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).isEmpty();
    }

    @Test
    void anObjectiveThatComesLateIsLookedAtFromTheStart() {
        team.send(ok(0, 0.0, 100, 1500).build());
        team.send(heartbeat(5, 0, 1).build());
        team.pass(Duration.ofSeconds(1));
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).containsExactly(new Row(BreachState.OPENED, 2, 2));
    }

    @Test
    void theEndOfTheRunClosesWhatIsOpenAndTheStepCountsIt() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        team.send(ok(0, 0.0, 100, 1500).build());
        team.send(heartbeat(2, 0, 1).setClosing(true).build());
        team.send(Given.control(Given.step(0)
                .setEnded(at(2))
                .setMeasureUntil(at(2))
                .setRequestsByLane(Map.of(Given.LANE, 1L))
                .build()));
        team.send(Given.control(
                Given.run().setEnded(at(2)).setStatus(RunStatus.ENDED).build()));
        team.pass(Duration.ofSeconds(1));
        assertThat(rows()).containsExactly(new Row(BreachState.OPENED, 2, 2), new Row(BreachState.CLOSED, 2, 2));
        assertThat(team.read(Topic.PHASES, StepResult.class)).last().satisfies(result -> {
            assertThat(result.getFinality()).isEqualTo(Finality.FINAL);
            assertThat(result.getBreaches()).isEqualTo(1);
            assertThat(result.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE); // one request decides nothing
            assertThat(result.getObjectives().get(0).getBad()).isEqualTo(1);
        });
    }

    @Test
    void theSignalsThatMovedMostComeFirst() {
        team.send(Given.control(objective(MetricName.E2E, 0.5, 1000).build()));
        for (int second = 1; second <= 9; second++) {
            team.send(sample(second, Map.of("engine.requests.waiting", 1.0 + second % 2, "gpu.temp", 60.0 + second % 2))
                    .build());
        }
        for (int second = 10; second <= 14; second++) {
            team.send(sample(second, Map.of("engine.requests.waiting", 40.0, "gpu.temp", 62.0))
                    .build());
        }
        team.send(ok(0, 9.0, 100, 1500).build()); // ends in second 10: broken at 11
        team.send(ok(1, 9.5, 100, 3500).build()); // worse at 14
        team.send(ok(2, 9.6, 100, 3600).build());
        team.send(heartbeat(14, 0, 3).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(team.read(Topic.BREACHES, SloBreach.class)).last().satisfies(breach -> {
            assertThat(breach.getState()).isEqualTo(BreachState.UPDATED);
            List<MovedSignal> moved = breach.getMovedWith();
            assertThat(moved).first().satisfies(signal -> {
                assertThat(signal.getSignal()).isEqualTo("engine.requests.waiting");
                assertThat(signal.getDuring()).isEqualTo(40.0);
            });
        });
    }

    private List<Row> rows() {
        return team.read(Topic.BREACHES, SloBreach.class).stream()
                .map(breach -> new Row(breach.getState(), second(breach.getOpened()), second(breach.getUpdated())))
                .toList();
    }

    private static long second(Instant instant) {
        return Duration.between(TeamDriver.EPOCH, instant).toSeconds();
    }
}
