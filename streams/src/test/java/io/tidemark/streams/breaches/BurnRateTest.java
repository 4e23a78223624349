package io.tidemark.streams.breaches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.BurnRule;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.objectives.BurnRate;
import io.tidemark.streams.objectives.ErrorBudgetCounts;
import io.tidemark.streams.panes.Pane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Burn-rate rules over seconds: 99 % of requests within 1 s, ten requests a second unless it says otherwise. */
class BurnRateTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static final long GOOD = 100;
    private static final long BAD = 1500;

    private static BurnRule.Builder rule(double burn, int longSeconds, int shortSeconds) {
        return BurnRule.newBuilder().setBurn(burn).setLongSeconds(longSeconds).setShortSeconds(shortSeconds);
    }

    private static ObjectiveState.Builder objective(ObjectiveKind kind) {
        return ObjectiveState.newBuilder()
                .setName("slo")
                .setKind(kind)
                .setMetric(kind == ObjectiveKind.QUANTILE ? MetricName.TTFT_DUE : MetricName.UNKNOWN)
                .setQuantile(kind == ObjectiveKind.QUANTILE ? 0.99 : 0)
                .setLimitNanos(kind == ObjectiveKind.QUANTILE ? 1_000_000_000L : 0)
                .setMaxBadRatio(kind == ObjectiveKind.QUANTILE ? 0 : 0.01)
                .setGoodLimitsNanos(
                        kind == ObjectiveKind.GOOD_RATIO
                                ? Map.of(MetricName.TTFT_DUE.name(), 1_000_000_000L)
                                : Map.of())
                .setPeriodSeconds(3600);
    }

    private static TimelineDriver track(ObjectiveKind kind, BurnRule rule) {
        return new TimelineDriver(new ObjectiveCondition(
                objective(kind).setBurnRules(List.of(rule)).build(), Optional.of(rule)));
    }

    /** Ten requests in each second of {@code [from, until)}, so many of them bad. */
    private static void serve(TimelineDriver track, long from, long until, int bad) {
        for (long second = from; second < until; second++) {
            long[] millis = new long[10];
            Arrays.fill(millis, GOOD);
            Arrays.fill(millis, 0, bad, BAD);
            track.ok(second, millis);
        }
    }

    private static BurnRate burn(TimelineDriver track) {
        return track.alarm().burn().orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(
            value = ObjectiveKind.class,
            names = {"QUANTILE", "GOOD_RATIO"})
    void aRuleFiresWhenBothWindowsBurnAndResolvesWhenTheShortOneNoLongerDoes(ObjectiveKind kind) {
        TimelineDriver track = track(kind, rule(10, 60, 5).build());
        serve(track, 0, 100, 0);
        serve(track, 100, 110, 10); // all bad: 50 bad of 600 at 105 are 8.3x, 60 of 600 at 106 are 10x
        serve(track, 110, 130, 0);
        assertThat(track.look(105)).isEmpty();
        assertThat(burn(track).longRate()).isEqualTo(50 / 600.0 / 0.01, within(1e-9));
        assertThat(burn(track).shortRate()).isEqualTo(100, within(1e-9));
        assertThat(track.look(106)).containsExactly("OPENED 106 106 FINAL");
        // at 115 the short window is clean for the first time, at 114 it holds 10 bad of 50, 20x; at 116 a second time
        assertThat(track.look(130)).containsExactly("CLOSED 106 116 FINAL");
        assertThat(burn(track).longRate()).isGreaterThan(10); // the long one burns on, and that opens nothing
        assertThat(track.alarm().standing()).isEqualTo(ObjectiveStanding.OK);
    }

    @Test
    void itResolvesBelowTheRatioThatTheRuleSays() {
        TimelineDriver strict = track(
                ObjectiveKind.QUANTILE,
                rule(10, 60, 10).setClearRatio(0.4).setClearAfter(4).build());
        serve(strict, 0, 60, 0);
        serve(strict, 60, 80, 10);
        serve(strict, 80, 100, 0);
        strict.look(82);
        // the short window: 10 s, 100 requests; below 4x with 3 bad or fewer, so from 90 on, four times in a row
        assertThat(strict.look(100)).containsExactly("CLOSED 66 93 FINAL");
    }

    @Test
    void aPartialWindowIsNoFalseBurn() {
        TimelineDriver track = track(ObjectiveKind.QUANTILE, rule(10, 600, 50).build());
        serve(track, 0, 10, 1); // a bad tenth in the first ten seconds: 10x of what there is, a sixtieth of the window
        serve(track, 10, 700, 0);
        assertThat(track.look(10)).isEmpty();
        assertThat(burn(track).longRate()).isEqualTo(10 * 10 / 600.0, within(1e-9));
        assertThat(track.alarm().standing()).isEqualTo(ObjectiveStanding.INSUFFICIENT_DATA);
        track.look(599);
        assertThat(track.alarm().standing()).isEqualTo(ObjectiveStanding.INSUFFICIENT_DATA);
        track.look(600);
        assertThat(track.alarm().standing()).isEqualTo(ObjectiveStanding.OK);
        assertThat(burn(track).longRate()).isEqualTo(10 / 6000.0 / 0.01, within(1e-9));
    }

    @Test
    void anOutageFromTheStartFiresOnceTheShareOfTheBudgetIsGone() {
        TimelineDriver track = track(ObjectiveKind.QUANTILE, rule(10, 600, 50).build());
        serve(track, 0, 70, 10); // all bad: 100x; 10x of 600 s are gone after 60 s
        assertThat(track.look(59)).isEmpty();
        assertThat(track.look(60)).containsExactly("OPENED 60 60 FINAL");
    }

    @Test
    void chanceInTheLongWindowOpensNothing() {
        BurnRule rule = rule(2, 20, 2).build();
        TimelineDriver few = track(ObjectiveKind.QUANTILE, rule);
        for (long second = 0; second < 40; second++) {
            few.ok(
                    second,
                    second == 30 ? BAD : GOOD); // one bad of 20 is 5x; one in five of such windows has it by chance
        }
        assertThat(few.look(40)).isEmpty();
        TimelineDriver more = track(ObjectiveKind.QUANTILE, rule);
        for (long second = 0; second < 40; second++) {
            more.ok(
                    second,
                    second > 30 && second < 34
                            ? BAD
                            : GOOD); // two of 20 at 33: one window in sixty; three at 34: one in a thousand
        }
        assertThat(more.look(40)).first().isEqualTo("OPENED 32 34 FINAL");
    }

    @Test
    void aStallBurnsWhileNothingEnds() {
        TimelineDriver track = track(ObjectiveKind.QUANTILE, rule(10, 60, 5).build());
        serve(track, 0, 60, 0);
        long[] ages = new long[80];
        Arrays.fill(ages, 5000);
        for (long end = 61; end <= 70; end++) {
            track.waiting(end, Arrays.copyOf(ages, (int) (end - 60) * 10));
        }
        // at 67: 530 good, 70 wait: 11.7x; the short window holds nothing else
        assertThat(track.look(70).get(0)).isEqualTo("OPENED 66 66 FINAL");
        assertThat(track.published().get(66L).opening().counted().waiting()).isEqualTo(60);
    }

    @Test
    void silenceIsNoDataAndClosesNothing() {
        TimelineDriver track = track(ObjectiveKind.QUANTILE, rule(10, 60, 5).build());
        serve(track, 0, 60, 0);
        serve(track, 60, 70, 10);
        track.look(70);
        assertThat(track.alarm().standing()).isEqualTo(ObjectiveStanding.FIRING);
        assertThat(track.look(400)).isEmpty();
        assertThat(track.alarm().standing()).isEqualTo(ObjectiveStanding.FIRING);
    }

    @Test
    void theBudgetIsThatOfItsPeriod() {
        TimelineDriver track = track(ObjectiveKind.QUANTILE, rule(10, 60, 5).build());
        serve(track, 0, 900, 0);
        serve(track, 900, 936, 10); // 360 bad: of 36,000 in an hour 360 may be
        track.look(936);
        assertThat(burn(track).spent()).isEqualTo(360.0 / 9360 / 0.01 * 936 / 3600, within(1e-9));
        serve(track, 936, 972, 10);
        track.look(972);
        assertThat(burn(track).remaining()).isEqualTo(-1, within(1e-9)); // spent twice over
    }

    /** Steps as the store does, letting go of all but the last {@code 360} seconds. */
    private static List<String> live(TimelineDriver track, long from, long until) {
        List<String> told = new ArrayList<>();
        for (long second = from; second < until; second++) {
            boolean bad = second / 700 % 2 == 1 && second % 7 == 0;
            track.ok(second, bad ? BAD : GOOD, GOOD, GOOD);
            told.addAll(track.look(second + 1));
            track.letGo(second + 1 - 360);
        }
        return told;
    }

    @Test
    void longWindowsAreCountedInBucketsAndARestartLosesNothing() {
        ObjectiveState objective = objective(ObjectiveKind.QUANTILE)
                .setPeriodSeconds(86_400)
                .setBurnRules(List.of(rule(2, 3600, 300).build()))
                .build();
        ObjectiveCondition watched = new ObjectiveCondition(
                objective, Optional.of(objective.getBurnRules().get(0)));
        TimelineDriver whole = new TimelineDriver(watched);
        List<String> told = live(whole, 0, 9000);
        TimelineDriver restarted = new TimelineDriver(watched);
        List<String> pieces = new ArrayList<>();
        for (long from = 0; from < 9000; from += 500) {
            pieces.addAll(live(restarted, from, from + 500));
            restarted.restart();
        }
        assertThat(told).isNotEmpty();
        assertThat(pieces).isEqualTo(told);
        assertThat(restarted.alarm().burn()).isEqualTo(whole.alarm().burn());
        // an hour in buckets of 10 s, a day in buckets of 10 min
        assertThat(whole.saved()).hasSizeLessThan(360 + 144 + 10);
        long bad = 0;
        for (long second = 9000 - 3600; second < 9000; second++) {
            bad += second / 700 % 2 == 1 && second % 7 == 0 ? 1 : 0;
        }
        assertThat(burn(whole).longRate()).isEqualTo(bad / 10_800.0 / 0.01, within(1e-9));
    }

    @Test
    void aMonthIsBounded() {
        ErrorBudgetCounts budget = new ErrorBudgetCounts(
                objective(ObjectiveKind.QUANTILE)
                        .setPeriodSeconds(28 * 86_400)
                        .setBurnRules(List.of(
                                rule(14.4, 3600, 300).build(),
                                rule(1, 3 * 86_400, 6 * 3600).build()))
                        .build(),
                track(ObjectiveKind.QUANTILE, rule(1, 60, 5).build()),
                0);
        int names = 0;
        for (long second = 0; second < 40L * 86_400; second += 30) {
            budget.evict(second, new Pane());
            if (second % 86_400 == 0) {
                names += budget.takeUnsaved().size();
                names -= budget.takeExpired().size();
            }
        }
        // 10 s: an hour; 60 s: six hours; 600 s: none; an hour: three days; six hours: 28 days
        assertThat(names).isLessThan(120 + 360 + 72 + 112 + 24 * 3 * 60);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theLastWordOnEachBreachIsTheSameInAnyOrder(long seed) {
        Random random = new Random(seed);
        List<long[]> deltas = new ArrayList<>();
        for (long second = 0; second < 200; second++) {
            for (int i = random.nextInt(6); i > 0; i--) {
                deltas.add(new long[] {second, second / 40 % 2 == 1 && random.nextInt(4) > 0 ? BAD : GOOD});
            }
        }
        BurnRule rule = rule(20, 30, 3).build();
        TimelineDriver inOrder = track(ObjectiveKind.QUANTILE, rule);
        deltas.forEach(delta -> inOrder.ok(delta[0], delta[1]));
        inOrder.look(200);
        TimelineDriver shuffled = track(ObjectiveKind.QUANTILE, rule);
        Collections.shuffle(deltas, random);
        for (long[] delta : deltas) {
            shuffled.ok(delta[0], delta[1]);
            if (random.nextInt(10) == 0) {
                long settled = random.nextInt(200);
                shuffled.look(settled, settled + random.nextInt(10));
            }
            if (random.nextInt(40) == 0) {
                shuffled.restart();
            }
        }
        shuffled.look(200);
        assertThat(inOrder.published()).isNotEmpty();
        assertThat(shuffled.published()).isEqualTo(inOrder.published());
        assertThat(shuffled.alarm().burn()).isEqualTo(inOrder.alarm().burn());
    }
}
