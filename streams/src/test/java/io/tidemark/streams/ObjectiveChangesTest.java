package io.tidemark.streams;

import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.BurnRule;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objectives that change while a run lasts, and burn-rate rules, through the whole topology. */
class ObjectiveChangesTest {
    @TempDir
    private Path stateDir;

    private TeamDriver team;

    /** Objective, state, opening second, second of the record, why it closed. */
    private record Row(String objective, BreachState state, long opened, long at, BreachEnd by) {
        static Row opened(String objective, long opened, long at) {
            return new Row(objective, BreachState.OPENED, opened, at, BreachEnd.UNKNOWN);
        }

        static Row closed(String objective, long opened, long at, BreachEnd by) {
            return new Row(objective, BreachState.CLOSED, opened, at, by);
        }
    }

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

    /** The median of E2E over 10 s. */
    private static ObjectiveState median(String name, long limitMillis) {
        return objective(MetricName.E2E, 0.5, limitMillis).setName(name).build();
    }

    private void seen(double throughSecond, long requests) {
        team.send(heartbeat(throughSecond, 0, requests).build());
        team.pass(Duration.ofSeconds(1));
    }

    private List<Row> rows() {
        return team.read(Topic.BREACHES, SloBreach.class).stream()
                .map(breach -> new Row(
                        breach.getObjective(),
                        breach.getState(),
                        second(breach.getOpened()),
                        second(breach.getUpdated()),
                        breach.getEndedBy()))
                .toList();
    }

    private static long second(Instant instant) {
        return Duration.between(TeamDriver.EPOCH, instant).toSeconds();
    }

    @Test
    void aChangedLimitClosesTheOldBreachAndWhatBreaksTheNewOneIsANewBreach() {
        team.send(Given.control(median("a", 1000)));
        team.send(Given.control(median("b", 1000)));
        team.send(ok(0, 0.0, 100, 1400).build()); // ends in second 1 after 1.5 s
        seen(4, 1);
        assertThat(rows()).containsExactly(Row.opened("a", 2, 2), Row.opened("b", 2, 2));
        team.send(Given.control(median("a", 1200), 5));
        seen(7, 1);
        // 1.5 s are beyond 1.2 s too; b is as it was
        assertThat(rows()).containsExactly(Row.closed("a", 2, 5, BreachEnd.SUPERSEDED), Row.opened("a", 6, 6));
        team.send(Given.control(median("a", 2000), 8));
        seen(10, 1);
        assertThat(rows()).containsExactly(Row.closed("a", 6, 8, BreachEnd.SUPERSEDED));
    }

    @Test
    void aChangeAppliesFromItsOwnTimeHoweverLateItComes() {
        team.send(Given.control(median("a", 1000)));
        team.send(ok(0, 4.0, 100, 1400).build()); // ends in second 5
        seen(9, 1);
        assertThat(rows()).containsExactly(Row.opened("a", 6, 6));
        team.send(Given.control(median("a", 2000), 3));
        seen(10, 1);
        assertThat(rows()).singleElement().satisfies(row -> {
            assertThat(row.state()).isEqualTo(BreachState.RETRACTED);
            assertThat(row.opened()).isEqualTo(6);
        });
        // late data before the change is judged by the old limit, and the breach ends with it
        team.send(ok(1, 0.5, 100, 1000).build()); // 1.1 s, ends in second 1
        seen(11, 2);
        assertThat(rows()).containsExactly(Row.opened("a", 2, 2), Row.closed("a", 2, 3, BreachEnd.SUPERSEDED));
    }

    @Test
    void anObjectiveThatIsTakenAwayClosesItsBreachAndMayComeBack() {
        team.send(Given.control(median("a", 1000)));
        team.send(ok(0, 0.0, 100, 1400).build());
        seen(4, 1);
        team.send(Given.control(
                (Object) Given.change(ObjectiveState.newBuilder().setName("a").build(), 5)
                        .setRemoved(true)
                        .build()));
        seen(6, 1);
        assertThat(rows()).containsExactly(Row.opened("a", 2, 2), Row.closed("a", 2, 5, BreachEnd.REMOVED));
        team.send(Given.control(median("a", 1000), 7));
        seen(9, 1);
        assertThat(rows()).containsExactly(Row.opened("a", 8, 8));
    }

    @Test
    void whatIsSaidAgainChangesNothing() {
        team.send(Given.control(median("a", 1000)));
        team.send(ok(0, 0.0, 100, 1400).build());
        seen(4, 1);
        team.send(Given.control(median("a", 1000), 5));
        seen(8, 1);
        assertThat(rows()).containsExactly(Row.opened("a", 2, 2));
    }

    @Test
    void aBurnRateRuleSaysWhatItSawAndTheStepWhatIsLeft() {
        BurnRule page = BurnRule.newBuilder()
                .setBurn(5)
                .setLongSeconds(12)
                .setShortSeconds(2)
                .build();
        // one in ten may be worse than 1 s; an hour's budget
        team.send(Given.control(objective(MetricName.TTFT_DUE, 0.9, 1000)
                .setName("ttft")
                .setWindowSeconds(300)
                .setPeriodSeconds(3600)
                .setBurnRules(List.of(page))
                .build()));
        for (int i = 0; i < 20; i++) { // two a second, bad ones from second 10 on
            team.send(ok(i, 0.5 * i, 100, 200).setTokenBatches(0).build());
        }
        for (int i = 20; i < 40; i++) {
            team.send(ok(i, 0.5 * i, 1100, 100).setTokenBatches(0).build());
        }
        seen(30, 40);
        List<SloBreach> breaches = team.read(Topic.BREACHES, SloBreach.class).stream()
                .filter(breach -> !breach.getRule().isEmpty())
                .toList();
        SloBreach opened = breaches.get(0);
        assertThat(opened.getRule()).isEqualTo("page 5x over 12s/2s");
        assertThat(opened.getBreach()).contains("/ttft page 5x over 12s_2s/");
        assertThat(opened.getWindowSeconds()).isEqualTo(12);
        assertThat(opened.getLimit()).isEqualTo(5);
        BurnEvidence burn = opened.getBurn();
        assertThat(burn).isNotNull();
        // good ones end 0.3 s after they are due, bad ones 1.2 s: seconds 5 to 16 hold 10 good and 12 bad ones, 4 to 15
        // 12 and 10
        assertThat(second(opened.getUpdated())).isEqualTo(17);
        assertThat(burn.getLongBurn()).isEqualTo(12 / 22.0 / 0.1, within(1e-9));
        assertThat(burn.getShortBurn()).isEqualTo(10, within(1e-9));
        assertThat(opened.getDescription())
                .startsWith("The error budget burns at 5.45x over 12s and 10x over 2s, where 5x is a page:"
                        + " 12 of 22 are bad, 10 % may be. ");
        assertThat(burn.getBudgetLeft()).isLessThan(1).isGreaterThan(0.9);
        team.send(heartbeat(40, 0, 40).build());
        team.pass(Duration.ofSeconds(6));
        StepResult last = last(team.read(Topic.STEPS, StepResult.class));
        ObjectiveResult result = last.getObjectives().get(0);
        assertThat(result.getBudgetLeft()).isNotNull();
        assertThat(result.getBurns()).singleElement().satisfies(standing -> {
            assertThat(standing.getRule()).isEqualTo("page 5x over 12s/2s");
            assertThat(standing.getStanding()).isEqualTo(ObjectiveStanding.FIRING); // silence closes nothing
            assertThat(standing.getEvidence()).isNotNull();
        });
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }
}
