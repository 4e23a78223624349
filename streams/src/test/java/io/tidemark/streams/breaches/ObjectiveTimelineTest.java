package io.tidemark.streams.breaches;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.RequestDoubts;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.objectives.EvidenceCounts;
import io.tidemark.streams.objectives.ObjectiveValue;
import io.tidemark.streams.windows.TickBudget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveTimelineTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    /** The median over 10 s is under 1 s; one request decides. */
    private static ObjectiveState.Builder median(MetricName metric) {
        return ObjectiveState.newBuilder()
                .setName("median")
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(metric)
                .setQuantile(0.5)
                .setLimitNanos(1_000_000_000L)
                .setWindowSeconds(10)
                .setClearSeconds(0)
                .setLevel(1);
    }

    @Test
    void aRequestThatFailsAfterItsFirstTokenCountsOnce() {
        TimelineDriver track = new TimelineDriver(median(MetricName.TTFT_DUE).build());
        // first tokens at 1: two good ones. One of them fails at 4: one of two bad, the lower median is kept.
        track.firstTokens(1, 100, 100).failedAfterFirstToken(4, 1, 100);
        assertThat(track.look(6)).isEmpty();
        // counted twice it would be one of three, kept too: the next failure tells
        track.firstTokens(6, 100).failedAfterFirstToken(7, 6, 100); // three requests, two failed
        assertThat(track.look(8)).containsExactly("OPENED 8 8 FINAL");
        assertThat(track.published().get(8L).latest().counted()).isEqualTo(new EvidenceCounts(3, 2, 2, 0, 0));
    }

    @Test
    void whenItsFirstTokenHasLeftTheWindowTheFailureStillCounts() {
        TimelineDriver track = new TimelineDriver(median(MetricName.TTFT_DUE).build());
        track.firstTokens(1, 100).failedAfterFirstToken(5, 1, 100);
        // ends 6 to 11: one request, bad; second 1 leaves at 12, the failure stays until 15
        assertThat(track.look(14)).containsExactly("OPENED 6 6 FINAL");
        assertThat(track.look(30)).isEmpty(); // no data closes nothing
        assertThat(track.published().get(6L).latest().counted()).isEqualTo(new EvidenceCounts(1, 1, 1, 0, 0));
    }

    @Test
    void aFailureWhoseFirstTokenWasNotCountedCountsOnce() {
        TimelineDriver track = new TimelineDriver(median(MetricName.TTFT_DUE).build());
        track.failedAfterFirstToken(5, 4, 100); // its token batch is lost
        assertThat(track.look(14)).containsExactly("OPENED 6 6 FINAL");
        assertThat(track.published().get(6L).latest().counted()).isEqualTo(new EvidenceCounts(1, 1, 1, 0, 0));
    }

    @Test
    void aFirstTokenThatFailuresGiveAnotherTimeIsTakenBackOnce() {
        TimelineDriver track = new TimelineDriver(median(MetricName.TTFT_DUE).build());
        track.firstTokens(4, 2_000).failedAfterFirstToken(4, 4, 100).failedAfterFirstToken(4, 4, 100);
        assertThat(track.look(8)).containsExactly("OPENED 5 5 FINAL");
        assertThat(track.published().get(5L).latest().counted()).isEqualTo(new EvidenceCounts(2, 2, 2, 0, 0));
    }

    @Test
    void aFirstTokenAfterItsFailureIsNotTakenBack() {
        TimelineDriver track = new TimelineDriver(median(MetricName.TTFT_DUE).build());
        track.firstTokens(8, 10).failedAfterFirstToken(5, 8, 3_000);
        assertThat(track.look(30)).containsExactly("OPENED 6 6 FINAL", "CLOSED 6 9 FINAL"); // then one of two is bad
        assertThat(track.published().get(6L).latest().counted()).isEqualTo(new EvidenceCounts(2, 1, 1, 0, 0));
    }

    @Test
    void requestsThatWaitForLongerThanTheLimitBreakIt() {
        TimelineDriver track = new TimelineDriver(median(MetricName.TTFT_DUE).build());
        track.ok(0, 100, 100).waiting(1, 900, 800, 700); // could still keep it
        assertThat(track.look(1)).isEmpty();
        track.waiting(2, 1900, 1800, 1700); // three of five are worse than 1 s
        assertThat(track.look(2)).containsExactly("OPENED 2 2 FINAL");
        EvidenceCounts counted = track.published().get(2L).latest().counted();
        assertThat(counted.count()).isEqualTo(5);
        assertThat(counted.waiting()).isEqualTo(3);
        assertThat(track.published().get(2L).worst()).isEqualTo(new ObjectiveValue(1_900_000_000.0, true));
    }

    @Test
    void whatWaitsAloneIsNotSilence() {
        TimelineDriver track = new TimelineDriver(median(MetricName.TTFT_DUE).build());
        track.look(3);
        assertThat(track.alarm().standing()).isEqualTo(ObjectiveStanding.NO_DATA);
        track.waiting(4, 500);
        track.look(4);
        assertThat(track.alarm().standing()).isEqualTo(ObjectiveStanding.INSUFFICIENT_DATA);
        track.waiting(5, 1500);
        assertThat(track.look(5)).containsExactly("OPENED 5 5 FINAL");
        assertThat(track.alarm().standing()).isEqualTo(ObjectiveStanding.FIRING);
    }

    @Test
    void requestsInDoubtAreToldApartFromTooFew() {
        TimelineDriver track = new TimelineDriver(median(MetricName.TTFT_DUE).build());
        RequestDoubts unreadOutput = RequestDoubts.ofBits(0b1100_0000);
        assertThat(unreadOutput.shows(FigureDoubt.UNREAD_OUTPUT)).isTrue();
        track.ok(3, unreadOutput, 1500, 1500);

        assertThat(track.look(4)).isEmpty();

        assertThat(track.alarm().standing()).isEqualTo(ObjectiveStanding.IN_DOUBT);
    }

    @Test
    void whatIsOpenedOnProvisionalSecondsIsConfirmedByFinalOnes() {
        TimelineDriver track = new TimelineDriver(median(MetricName.E2E).build());
        track.ok(3, 1500);
        assertThat(track.look(2, 4)).containsExactly("OPENED 4 4 PROVISIONAL");
        assertThat(track.look(2, 6)).isEmpty();
        assertThat(track.look(4, 6)).containsExactly("UPDATED 4 4 FINAL");
    }

    /** Each of its newest seconds is provisional: whoever waits for final figures would wait until it is at its worst. */
    @Test
    void aBreachThatBecomesWorseWithEverySecondIsConfirmedOnceByFinalOnes() {
        TimelineDriver track = new TimelineDriver(median(MetricName.E2E).build());
        track.ok(3, 1500).ok(4, 2500, 2500);
        assertThat(track.look(2, 4)).containsExactly("OPENED 4 4 PROVISIONAL");
        assertThat(track.look(4, 5)).containsExactly("UPDATED 4 4 FINAL", "UPDATED 4 5 PROVISIONAL");
        track.ok(5, 4000, 4000, 4000, 4000);
        assertThat(track.look(5, 6)).containsExactly("UPDATED 4 6 PROVISIONAL");
        assertThat(track.look(6, 6)).containsExactly("UPDATED 4 6 FINAL");
    }

    @Test
    void aBreachIsConfirmedFromTheFirstFinalFiguresOnThatShowIt() {
        TimelineDriver track = new TimelineDriver(median(MetricName.E2E).build());
        track.ok(3, 1500).ok(4, 2500, 2500);
        TickBudget budget = TickBudget.untimed(100);
        assertThat(track.alarm().evaluate(2, Finality.FINAL, 4, budget))
                .extracting(BreachChange::confirmed)
                .containsExactly(false);
        assertThat(track.alarm().evaluate(4, Finality.FINAL, 5, budget))
                .extracting(BreachChange::confirmed)
                .containsExactly(true, true); // the newest of them is provisional
    }

    @Test
    void whatIsOpenedOnProvisionalSecondsIsRetractedWhereFinalOnesContradict() {
        TimelineDriver track = new TimelineDriver(median(MetricName.E2E).build());
        track.ok(3, 1500);
        assertThat(track.look(2, 4)).containsExactly("OPENED 4 4 PROVISIONAL");
        track.ok(2, 100, 100); // came late
        assertThat(track.look(3, 4)).isEmpty(); // not settled yet
        assertThat(track.look(4, 4)).containsExactly("RETRACTED 4 4 PROVISIONAL");
    }

    @Test
    void amendedSecondsAreJudgedAgain() {
        TimelineDriver track = new TimelineDriver(median(MetricName.E2E).build());
        track.ok(3, 1500).ok(12, 100);
        assertThat(track.look(20)).containsExactly("OPENED 4 4 FINAL", "CLOSED 4 13 FINAL"); // the lower median of both
        track.ok(8, 2000); // at 13 two of three are bad, at 14 one of two
        assertThat(track.look(20)).containsExactly("CLOSED 4 14 FINAL");
        track.ok(3, 100); // the lower median of two is good: broken from 9 on only
        assertThat(track.look(20)).containsExactly("RETRACTED 4 14 FINAL", "OPENED 9 9 FINAL", "CLOSED 9 13 FINAL");
    }

    @Test
    void whatTheBudgetIsTooSmallForIsLookedAtLaterAndNothingIsToldMeanwhile() {
        TimelineDriver track = new TimelineDriver(median(MetricName.E2E).build());
        track.ok(3, 1500).ok(33, 100); // one window after the other, for a breach is open from 4 on
        assertThat(track.look(40, 42, TickBudget.untimed(1))).isEmpty();
        assertThat(track.alarm().isPaused()).isTrue();
        assertThat(track.alarm().head()).isBetween(4L, 20L);

        track.ok(2, 100, 100); // late: nothing is broken at 4
        assertThat(track.alarm().head()).isEqualTo(2);
        List<String> changes = new ArrayList<>();
        do {
            changes.addAll(track.look(40, 42, TickBudget.untimed(1)));
        } while (track.alarm().isPaused());
        TimelineDriver whole = new TimelineDriver(median(MetricName.E2E).build());
        whole.ok(3, 1500).ok(33, 100).ok(2, 100, 100);
        assertThat(changes).isNotEmpty().isEqualTo(whole.look(40, 42));
    }

    @Test
    void aRestartLosesNothing() {
        TimelineDriver track = new TimelineDriver(median(MetricName.E2E).build());
        track.ok(3, 1500);
        assertThat(track.look(5)).containsExactly("OPENED 4 4 FINAL");
        track.restart();
        assertThat(track.look(6)).isEmpty(); // published already
        track.ok(12, 100);
        track.restart();
        assertThat(track.look(14)).containsExactly("CLOSED 4 13 FINAL");
        track.restart();
        track.ok(3, 100, 100);
        assertThat(track.look(14)).containsExactly("RETRACTED 4 13 FINAL");
    }

    @Test
    void anObjectiveThatChangesClosesWhatIsOpen() {
        ObjectiveState strict = median(MetricName.E2E).build();
        TimelineDriver track = new TimelineDriver(strict);
        track.ok(3, 1500);
        track.look(5);
        List<BreachChange> changes = track.alarm().end(Finality.FINAL, BreachEnd.SUPERSEDED);
        assertThat(changes).singleElement().satisfies(change -> {
            assertThat(change.breach().sinceSecond()).isEqualTo(4);
            assertThat(change.breach().ending().closedSecond()).isEqualTo(5);
            assertThat(change.breach().ending().by()).isEqualTo(BreachEnd.SUPERSEDED);
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theLastWordOnEachBreachIsTheSameInAnyOrder(long seed) {
        Random random = new Random(seed);
        List<long[]> deltas = new ArrayList<>();
        for (long second = 0; second < 120; second++) {
            for (int i = random.nextInt(4); i > 0; i--) {
                deltas.add(new long[] {second, random.nextInt(2000)});
            }
        }
        ObjectiveState objective =
                median(MetricName.E2E).setForSeconds(2).setClearSeconds(2).build();
        TimelineDriver inOrder = new TimelineDriver(objective);
        deltas.forEach(delta -> inOrder.ok(delta[0], delta[1]));
        inOrder.look(120);
        TimelineDriver shuffled = new TimelineDriver(objective);
        Collections.shuffle(deltas, random);
        for (long[] delta : deltas) {
            shuffled.ok(delta[0], delta[1]);
            if (random.nextInt(10) == 0) {
                long settled = random.nextInt(120);
                shuffled.look(settled, settled + random.nextInt(10));
            }
            if (random.nextInt(40) == 0) {
                shuffled.restart();
            }
        }
        shuffled.look(120);
        assertThat(inOrder.published()).isNotEmpty();
        assertThat(shuffled.published()).isEqualTo(inOrder.published());
    }
}
