package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.objective;
import static io.tidemark.streams.Given.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One request of many, or its tokens, never come: what it may belong to is incomplete, and everything after it is as it would be without the loss. A
 * request ends in each second; those from {@link #SLOW_FROM} on are slow.
 */
class MissingEventsTest {
    private static final int LOST_AT = 40;
    private static final int SLOW_FROM = 100;
    private static final int LAST = 120;
    /** Longer than what is kept behind settled windows that lack a lane. */
    private static final int HISTORY = 3_000;

    @TempDir
    private Path stateDir;

    private TeamDriver team;

    /** How one event is lost. */
    enum Loss {
        /** By the client, which says so in its next heartbeat. */
        SAID_BY_THE_CLIENT,
        /** By the client, which finds out after five heartbeats. */
        SAID_LATER,
        /** It is a dead letter that can be decoded. */
        REJECTED,
        /** It is a dead letter that cannot. */
        UNDECODABLE,
        /** Nobody knows. */
        NEVER_CAME,
        /** A request's only batch of tokens, and the client says so; the request itself comes. */
        TOKENS_SAID,
        /** The same, and nobody knows. */
        TOKENS_NEVER_CAME;

        boolean isOfTokens() {
            return this == TOKENS_SAID || this == TOKENS_NEVER_CAME;
        }
    }

    @BeforeEach
    void start() {
        team = TeamDriver.at(stateDir, TeamDriver.EPOCH);
        team.send(Given.control(Given.run().build()));
        team.send(Given.control(Given.step(0).build()));
        team.send(Given.control(objective(MetricName.E2E, 0.5, 500).build()));
    }

    @AfterEach
    void stop() {
        team.close();
    }

    private void second(int second, Loss loss) {
        if (second == LOST_AT) {
            lose(loss);
        } else if (loss.isOfTokens()) {
            team.send(Given.tokens(second, second, 100, 0, 1).build());
            team.send(request(second).setTokenBatches(1).build());
        } else {
            team.send(request(second).build());
        }
        long lost = second >= (loss == Loss.SAID_LATER ? LOST_AT + 5 : LOST_AT) && isSaid(loss) ? 1 : 0;
        team.send(beat(second, second + 1, lost, loss).build());
        team.pass(Duration.ofSeconds(1));
    }

    private static boolean isSaid(Loss loss) {
        return loss == Loss.SAID_BY_THE_CLIENT || loss == Loss.SAID_LATER || loss == Loss.TOKENS_SAID;
    }

    private static io.tidemark.events.RequestEvent.Builder request(int second) {
        return ok(second, second, 100, second >= SLOW_FROM ? 700 : 100).setTokenBatches(0);
    }

    private void lose(Loss loss) {
        if (loss == Loss.REJECTED) {
            team.send(request(LOST_AT).setEndNanos(-5L).build());
        } else if (loss == Loss.UNDECODABLE) {
            team.sendRaw(Topic.REQUESTS, new byte[] {1, 2, 3});
        } else if (loss.isOfTokens()) {
            team.send(request(LOST_AT).setTokenBatches(1).build());
        }
    }

    private static Heartbeat.Builder beat(int second, long next, long lost) {
        return Given.heartbeat(second + 0.99, 0, next - lost)
                .setLaneSeq(second)
                .setNextTokenBatch(0)
                .setNextRequest(next)
                .setLostRequests(lost);
    }

    private static Heartbeat.Builder beat(int second, long next, long lost, Loss loss) {
        return loss.isOfTokens()
                ? beat(second, next, 0)
                        .setTokenBatches(next - lost)
                        .setNextTokenBatch(next)
                        .setLostTokenBatches(lost)
                : beat(second, next, lost);
    }

    private void ended() {
        ended(Loss.NEVER_CAME);
    }

    private void ended(Loss loss) {
        team.send(Given.control(Given.step(0)
                .setMeasureUntil(at(LAST))
                .setEnded(at(LAST))
                .setRequestsByLane(Map.of(Given.LANE, (long) LAST))
                .build()));
        team.send(beat(LAST, LAST, 0, loss).setClosing(true).build());
        team.pass(Duration.ofSeconds(40));
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void windowsAfterTheLossAreFinalAndBreachesOpenInTheUsualTime(Loss loss) {
        for (int second = 0; second < LAST; second++) {
            second(second, loss);
        }
        assertThat(team.seen(Topic.BREACHES, SloBreach.class))
                .as("within ten seconds of the first slow request, while the run goes on")
                .anySatisfy(breach -> {
                    assertThat(breach.getState()).isEqualTo(BreachState.OPENED);
                    assertThat(breach.getOpened()).isBetween(at(SLOW_FROM), at(SLOW_FROM + 10));
                });
        Map<Instant, WindowStats> last = settled();
        assertThat(last).as("up to the present").containsKey(at(LAST - 1));
        last.forEach((end, window) -> {
            boolean lacks = end.isAfter(at(LOST_AT)) && !end.isAfter(at(LOST_AT + 10));
            if (lacks) {
                assertThat(window.getFinality()).as("%s", end).isEqualTo(Finality.INCOMPLETE);
                assertThat(window.getMissing()).isEqualTo(1);
            } else if (!end.isAfter(at(LOST_AT - 1)) || end.isAfter(at(LOST_AT + 12))) {
                assertThat(window.getFinality()).as("%s", end).isEqualTo(Finality.FINAL);
                assertThat(window.getMissing()).isZero();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void theStepsResultSaysHowManyAreMissing(Loss loss) {
        for (int second = 0; second < LAST; second++) {
            second(second, loss);
        }
        ended(loss);
        assertThat(lastStep()).satisfies(step -> {
            assertThat(step.getFinality()).isEqualTo(Finality.INCOMPLETE);
            assertThat(step.getMissing()).isEqualTo(1);
            assertThat(step.getOk()).isEqualTo(loss.isOfTokens() ? LAST : LAST - 1);
            assertThat(step.getBlocks()).as("as of one that is over").isNotEmpty();
            assertThat(step.getFlags())
                    .contains(
                            "1 announced events that may belong to it are not counted: they were never received, are dead"
                                    + " letters, or found no room");
        });
    }

    @Test
    void noWindowOfAKilledGeneratorStaysProvisional() {
        for (int second = 0; second <= 20; second++) {
            second(second, Loss.NEVER_CAME);
        }
        team.pass(Duration.ofMinutes(15));
        Map<Instant, Finality> last = new TreeMap<>();
        team.seen(Topic.WINDOWS, WindowStats.class).forEach(window -> last.put(window.getEnd(), window.getFinality()));
        assertThat(last).as("windows that no lane settles").containsValue(Finality.INCOMPLETE);
        assertThat(last.values()).doesNotContain(Finality.PROVISIONAL);
    }

    @Test
    void whatComesAfterAllAmends() {
        for (int second = 0; second < LAST; second++) {
            second(second, Loss.NEVER_CAME);
        }
        team.send(request(LOST_AT).build());
        for (int second = LAST; second < LAST + 10; second++) {
            team.send(beat(second, LAST, 0).build());
            team.pass(Duration.ofSeconds(1));
        }
        assertThat(settled().values()).allSatisfy(window -> {
            assertThat(window.getMissing()).isZero();
            assertThat(window.getFinality()).isEqualTo(Finality.FINAL);
        });
        ended();
        assertThat(lastStep().getFinality()).isEqualTo(Finality.FINAL);
        assertThat(lastStep().getMissing()).isZero();
        assertThat(lastStep().getOk()).isEqualTo(LAST);
    }

    /** 20: before the loss; 41, 60: while it is waited for; 90: after it was given up. */
    @ParameterizedTest
    @CsvSource({"20", "41", "60", "90"})
    void aRestoreFreezesNothing(int killedAt) {
        for (int second = 0; second < LAST; second++) {
            if (second == killedAt) {
                team = team.killed(stateDir, at(second));
            }
            second(second, Loss.NEVER_CAME);
        }
        ended();
        Map<Instant, WindowStats> last = settled();
        assertThat(last.get(at(LOST_AT + 5)).getFinality()).isEqualTo(Finality.INCOMPLETE);
        assertThat(last.get(at(LAST - 1)).getFinality()).isEqualTo(Finality.FINAL);
        assertThat(lastStep().getMissing()).isEqualTo(1);
        assertThat(lastStep().getFinality()).isEqualTo(Finality.INCOMPLETE);
    }

    /** A lane that says how many records it handed over, and not their numbers: later ones make up for the lost one. */
    @Test
    void theEndOfALaneThatAnnouncesCountsIsWaitedForNoLongerThanTheGrace() {
        for (int second = 0; second < LAST; second++) {
            if (second != LOST_AT) {
                team.send(request(second).build());
            }
            team.send(Given.heartbeat(second + 0.99, 0, second + 1)
                    .setLaneSeq(second)
                    .setClosing(second == LAST - 1)
                    .build());
            team.pass(Duration.ofSeconds(1));
        }
        team.send(Given.control(Given.step(0)
                .setMeasureUntil(at(LAST))
                .setEnded(at(LAST))
                .setRequestsByLane(Map.of(Given.LANE, (long) LAST))
                .build()));
        team.pass(Duration.ofSeconds(40));
        assertThat(settled()).containsKey(at(LAST));
        assertThat(lastStep().getFinality()).isEqualTo(Finality.INCOMPLETE);
        assertThat(lastStep().getMissing()).isEqualTo(1);
    }

    @Test
    void ofALaneWithoutHeartbeatsSecondsAreFinalAGraceAfterTheyCame() {
        team.close();
        team = TeamDriver.at(stateDir, TeamDriver.EPOCH);
        team.send(Given.control(Given.run().setLanes(List.of()).build()));
        for (int second = 0; second < LAST; second++) {
            team.send(request(second).build());
            team.pass(Duration.ofSeconds(1));
        }
        int passed = LAST - 2 - 30;
        assertThat(settled()).containsKey(at(passed - 1)).doesNotContainKey(at(LAST - 10));
        assertThat(settled().values())
                .allSatisfy(window -> assertThat(window.getFinality()).isEqualTo(Finality.FINAL));
        team.pass(Duration.ofSeconds(40)); // it pauses, which is no silence
        assertThat(settled()).containsKey(at(LAST));
        assertThat(settled().values())
                .allSatisfy(window -> assertThat(window.getFinality()).isEqualTo(Finality.FINAL));
    }

    /** Somebody whose clock is wrong sends events of the run: they are dead letters, and no lane of the run. */
    @Test
    void aLaneOfWhichOnlyDeadLettersWereReadHoldsNothingUp() {
        for (int second = 0; second < LAST; second++) {
            second(second, Loss.NEVER_CAME);
            if (second == SLOW_FROM) {
                team.send(request(second).setLane("stranger").setEndNanos(-5L).build());
            }
        }
        ended();
        assertThat(settled()).containsKey(at(LAST - 1));
        assertThat(settled().entrySet())
                .filteredOn(window -> window.getKey().isAfter(at(SLOW_FROM + 1)))
                .isNotEmpty()
                .allSatisfy(
                        window -> assertThat(window.getValue().getFinality()).isEqualTo(Finality.FINAL));
    }

    /** Heartbeats of an hour are read before the first event of it, and the first event comes a minute later. */
    @Test
    void whoeverCatchesUpWaitsForWhatWasNotReadYet() {
        team.close();
        team = TeamDriver.at(stateDir, at(3_600));
        team.send(Given.control(Given.run().build()));
        team.send(Given.control(Given.step(0).build()));
        for (int second = 0; second < 3_600; second++) {
            team.send(beat(second, second + 1, 0).build());
        }
        team.pass(Duration.ofSeconds(60));
        for (int second = 0; second < 3_600; second++) {
            team.send(ok(second, second, 100, 100).setTokenBatches(0).build());
            if (second % 100 == 0) {
                team.pass(Duration.ofSeconds(1));
            }
        }
        team.pass(Duration.ofSeconds(40));
        assertThat(settled()).containsKey(at(3_599));
        assertThat(team.seen(Topic.WINDOWS, WindowStats.class))
                .filteredOn(window -> window.getFinality() != Finality.PROVISIONAL)
                .allSatisfy(window -> assertThat(window.getMissing()).isZero());
    }

    /** Of a history the events of a lane come long after its heartbeats, and after another lane's events; no lane is silent by that. */
    @Test
    void whoeverCatchesUpWaitsForALaneWhoseEventsAreReadLast() {
        history();
        beats("lane-0", 0, HISTORY);
        beats("lane-1", 0, HISTORY);
        requests("lane-0", HISTORY);
        team.pass(Duration.ofSeconds(20));
        requests("lane-1", HISTORY);
        team.pass(Duration.ofSeconds(40));
        assertEachHistoricWindowHasTheRequestsOfBothLanes();
    }

    /** Heartbeats of two lanes stand in two partitions, which are not read at the same pace. */
    @Test
    void whoeverCatchesUpWaitsForALaneWhoseHeartbeatsAreReadLast() {
        history();
        beats("lane-0", 0, HISTORY);
        beats("lane-1", 0, HISTORY / 2);
        requests("lane-0", HISTORY);
        team.pass(Duration.ofSeconds(20));
        beats("lane-1", HISTORY / 2, HISTORY);
        requests("lane-1", HISTORY);
        team.pass(Duration.ofSeconds(40));
        assertEachHistoricWindowHasTheRequestsOfBothLanes();
    }

    /** A lane that was killed while the streams were away never says that it ended; the other one's windows are settled nevertheless. */
    @Test
    void whoeverCatchesUpWaitsNoLongerThanTheGraceForALaneThatWasKilled() {
        history();
        beats("lane-0", 0, HISTORY);
        beats("lane-1", 0, HISTORY / 2);
        requests("lane-1", HISTORY / 2);
        requests("lane-0", HISTORY);
        team.pass(Duration.ofSeconds(40));
        assertThat(settled()).containsKey(at(HISTORY - 1));
    }

    /** The streams were away for 50 min, and the last event of a run that ended meanwhile never comes: it is waited for as long, and then given up. */
    @Test
    void aRunThatEndedIsKeptUntilItsLastEventIsGivenUp() {
        team.close();
        team = TeamDriver.at(stateDir, at(2 * HISTORY));
        team.send(Given.control(Given.run().build()));
        team.send(Given.control(Given.step(0).build()));
        team.send(Given.control(
                Given.run().setStatus(RunStatus.ENDED).setEnded(at(HISTORY)).build()));
        beats(Given.LANE, 0, HISTORY);
        requests(Given.LANE, HISTORY - 1);
        for (int minute = 0; minute < 60; minute++) {
            team.pass(Duration.ofMinutes(1));
        }
        Map<Instant, WindowStats> last = settled();
        assertThat(last).containsKey(at(HISTORY - 1));
        assertThat(last.get(at(HISTORY - 1)).getMissing()).isEqualTo(1);
        assertThat(last.get(at(HISTORY - 20)).getFinality()).isEqualTo(Finality.FINAL);
    }

    /** No tick comes while a host is suspended, nor while its clock has stepped back: what was read before is still to be settled then. */
    @Test
    void aRunThatEndedIsSettledBeforeItIsForgottenHoweverLongNoTickCame() {
        team.close();
        team = TeamDriver.at(stateDir, at(HISTORY));
        team.send(Given.control(Given.run().build()));
        team.send(Given.control(Given.step(0).build()));
        requests(Given.LANE, HISTORY);
        beats(Given.LANE, 0, HISTORY);
        team.send(Given.control(
                Given.run().setStatus(RunStatus.ENDED).setEnded(at(HISTORY)).build()));
        team.advanceOnly(Duration.ofMinutes(12));
        team.pass(Duration.ofMinutes(1));
        assertThat(settled().keySet()).contains(at(1), at(HISTORY - 1), at(HISTORY));
        team.pass(Duration.ofMinutes(11));
        assertThat(team.stores().runs().keySet()).as("its id alone").containsExactly(Given.RUN + "/DEFINITION/over");
    }

    private void history() {
        team.close();
        team = TeamDriver.at(stateDir, at(2 * HISTORY));
        team.send(
                Given.control(Given.run().setLanes(List.of("lane-0", "lane-1")).build()));
        team.send(Given.control(Given.step(0).build()));
    }

    private void beats(String lane, int from, int until) {
        for (int second = from; second < until; second++) {
            team.send(beat(second, second + 1, 0)
                    .setLane(lane)
                    .setClosing(second == HISTORY - 1)
                    .build());
        }
    }

    private void requests(String lane, int until) {
        for (int second = 0; second < until; second++) {
            team.send(ok(second, second, 100, 100)
                    .setLane(lane)
                    .setRequest(lane + "-" + second)
                    .setTokenBatches(0)
                    .build());
            if (second % 250 == 0) {
                team.pass(Duration.ofSeconds(1));
            }
        }
    }

    private void assertEachHistoricWindowHasTheRequestsOfBothLanes() {
        Map<Instant, WindowStats> last = settled();
        assertThat(last).containsKey(at(HISTORY - 1));
        assertThat(last).allSatisfy((end, window) -> {
            long seconds = Math.min(10, end.getEpochSecond() - at(0).getEpochSecond());
            assertThat(window.getCount()).as("%s", end).isEqualTo(2 * Math.min(seconds, HISTORY));
            assertThat(window.getFinality()).as("%s", end).isEqualTo(Finality.FINAL);
        });
    }

    /** The last settled record of each 10 s window of E2E. */
    private Map<Instant, WindowStats> settled() {
        Predicate<WindowStats> wanted = window -> window.getMetric() == MetricName.E2E
                && window.getWindowSeconds() == 10
                && window.getFinality() != Finality.PROVISIONAL;
        Map<Instant, WindowStats> last = new TreeMap<>();
        team.seen(Topic.WINDOWS, WindowStats.class).stream()
                .filter(wanted)
                .forEach(window -> last.put(window.getEnd(), window));
        return last;
    }

    private StepResult lastStep() {
        List<StepResult> steps = team.seen(Topic.STEPS, StepResult.class);
        return steps.get(steps.size() - 1);
    }
}
