package io.tidemark.streams.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import io.tidemark.events.BurnRule;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.windows.PublishedWindows;
import io.tidemark.streams.windows.SeriesQuota;
import io.tidemark.streams.windows.TickBudget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A run with more objectives and steps than a tick may look at. */
class RunTickTest {
    private static final String RUN = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    private static final long START = 1_700_000_000L;
    private static final int STEPS = 12;
    private static final int OBJECTIVES = 8;

    /** Less than a tick has to look at, and more. */
    private static final int FEW = 30;

    private static final int MANY = 1_000_000;

    private static boolean hasRoom(int timelines) {
        return timelines <= MANY;
    }

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    /** A run with what it published, in the order in which it did. */
    private static final class Published implements RunOutput {
        private final MapStore kept = new MapStore();
        private final List<SloBreach> breaches = new ArrayList<>();
        private final List<StepResult> results = new ArrayList<>();
        private TrackedRun run = new TrackedRun(RUN, places(), START * 1000);

        private static SeriesQuota.Reservation places() {
            return new SeriesQuota(SeriesQuota.DEFAULT).reservation();
        }

        @Override
        public void window(WindowStats window) {}

        @Override
        public void windowNotReplaced(WindowStats refused, PublishedWindows.WindowSummary summary) {
            throw new AssertionError(refused + " against " + summary);
        }

        @Override
        public void breach(SloBreach breach) {
            breaches.add(breach);
        }

        @Override
        public void step(StepResult result) {
            results.add(result);
        }

        void define(Object state) {
            ControlEvent event = ControlEvent.newBuilder()
                    .setAt(Instant.ofEpochSecond(START))
                    .setState(state)
                    .build();
            run.define(event, START * 1000).ifPresent(change -> new RunStore(kept.store()).save(run, change));
        }

        /** A request of a step that ends in a second. */
        void served(int step, long second, long millis) {
            long nanos = millis * 1_000_000;
            Pane pane = new Pane();
            pane.addEnded(new RequestMeasurement(
                    true, Outcome.OK, true, new RequestMeasurement.Times(nanos, nanos, -1, nanos, 0)));
            run.add(new PaneDelta(new SeriesKey(step, "default", SeriesKey.ALL), START + second, pane));
        }

        /** The lane announces that all up to a second was sent. */
        void heard(long throughSecond) {
            Instant at = Instant.ofEpochSecond(START + throughSecond);
            run.onHeartbeat(
                    Heartbeat.newBuilder()
                            .setRun(RUN)
                            .setLane("lane")
                            .setLaneSeq(throughSecond)
                            .setAt(at)
                            .setPublishedThrough(at)
                            .setTokenBatches(0)
                            .setRequests(0)
                            .build(),
                    at.toEpochMilli());
        }

        /** Returns whether there is more to do at once. */
        boolean tick(long second, RunTick.Budgets budgets, IntPredicate hasRoom) {
            return new RunTick(run, this, budgets, hasRoom).advance((START + second) * 1000);
        }

        /** Returns in how many parts all was done. */
        int ticks(long second, int looks) {
            int parts = 1;
            while (tick(second, budgets(looks), RunTickTest::hasRoom)) {
                parts++;
            }
            return parts;
        }

        void restart(long second) {
            RunStore store = new RunStore(kept.store());
            store.save(run);
            run = Objects.requireNonNull(store.load(places(), (START + second) * 1000, RestartedRunTest::fail)
                    .get(RUN));
        }

        /** State and value of the last record of each breach. */
        Map<String, String> lastWords() {
            Map<String, String> last = new TreeMap<>();
            breaches.forEach(breach -> last.put(
                    breach.getBreach(), breach.getState() + " " + breach.getValue() + " " + breach.getUpdated()));
            return last;
        }
    }

    private static RunTick.Budgets budgets(int looks) {
        return new RunTick.Budgets(
                TickBudget.untimed(Long.MAX_VALUE), TickBudget.untimed(looks), TickBudget.untimed(looks));
    }

    private static SloState objective(int number, List<BurnRule> rules) {
        return SloState.newBuilder()
                .setRun(RUN)
                .setChanged(Instant.ofEpochSecond(START))
                .setObjective(ObjectiveState.newBuilder()
                        .setName("objective-" + number)
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(MetricName.E2E)
                        .setQuantile(0.5)
                        .setLimitNanos((1_000 + number) * 1_000_000L)
                        .setWindowSeconds(10)
                        .setClearSeconds(0)
                        .setLevel(1)
                        .setPeriodSeconds(rules.isEmpty() ? 0 : 3_600)
                        .setBurnRules(rules)
                        .build())
                .build();
    }

    private static StepState step(int number) {
        return StepState.newBuilder()
                .setRun(RUN)
                .setStep(number)
                .setLoadKind(LoadKind.RATE)
                .setLoad(1)
                .setStarted(Instant.ofEpochSecond(START))
                .setMeasureFrom(Instant.ofEpochSecond(START))
                .build();
    }

    /** Each step has a slow request in second 1, which breaks each objective from 2 on. */
    private static Published slow() {
        Published slow = new Published();
        IntStream.range(0, OBJECTIVES).forEach(number -> slow.define(objective(number, List.of())));
        for (int step = 0; step < STEPS; step++) {
            slow.define(step(step));
            slow.served(step, 1, 1_500);
        }
        slow.heard(5);
        return slow;
    }

    /** Two quick requests come late in second 2: nothing is broken from 3 on. */
    private static void comeLate(Published slow) {
        for (int step = 0; step < STEPS; step++) {
            slow.served(step, 2, 100);
            slow.served(step, 2, 100);
        }
        slow.heard(6);
    }

    @Test
    void whatATickHasNoTimeForComesInItsNextPartsAndIsTheSame() {
        Published whole = slow();
        assertThat(whole.ticks(5, MANY)).isEqualTo(1);
        Published parted = slow();
        assertThat(parted.tick(5, budgets(FEW), RunTickTest::hasRoom)).isTrue();
        assertThat(parted.breaches).isNotEmpty().hasSizeLessThan(STEPS * OBJECTIVES);
        assertThat(parted.results).as("they wait for all objectives").isEmpty();
        assertThat(parted.ticks(5, FEW)).isGreaterThan(STEPS);

        assertThat(whole.breaches).hasSize(STEPS * OBJECTIVES);
        assertThat(parted.breaches).isEqualTo(whole.breaches);
        assertThat(whole.results).hasSize(STEPS);
        assertThat(parted.results).isEqualTo(whole.results);
    }

    @Test
    void lateValuesAreJudgedThoughTheRunIsRestartedBetweenTheParts() {
        Published whole = slow();
        assertThat(whole.ticks(5, MANY)).isEqualTo(1);
        comeLate(whole);
        assertThat(whole.ticks(6, MANY)).isEqualTo(1);
        Published parted = slow();
        assertThat(parted.ticks(5, FEW)).isGreaterThan(1);
        comeLate(parted);
        assertThat(parted.tick(6, budgets(FEW), RunTickTest::hasRoom)).isTrue();
        parted.restart(6);
        assertThat(parted.ticks(6, FEW)).isGreaterThan(1);

        assertThat(whole.breaches).extracting(SloBreach::getState).contains(BreachState.CLOSED);
        assertThat(parted.lastWords()).isEqualTo(whole.lastWords());
    }

    @Test
    void lateValuesThatComeBetweenThePartsAreJudged() {
        Published whole = slow();
        comeLate(whole);
        assertThat(whole.ticks(6, MANY)).isEqualTo(1);
        Published parted = slow();
        assertThat(parted.tick(5, budgets(FEW), RunTickTest::hasRoom)).isTrue();
        comeLate(parted);
        assertThat(parted.ticks(6, FEW)).isGreaterThan(1);

        assertThat(parted.lastWords()).isEqualTo(whole.lastWords());
    }

    @Test
    void objectivesForWhichThereIsNoRoomAreCountedOnce() {
        Published run = slow();
        for (int tick = 0; tick < 2; tick++) {
            assertThat(run.tick(5, budgets(MANY), timelines -> false)).isFalse();
            assertThat(run.run.breaches().takeNewlyRefused()).isEqualTo(tick == 0 ? STEPS * OBJECTIVES : 0);
        }
        assertThat(run.breaches).isEmpty();
    }

    /** 1,200 small records: 200 objectives with 16 burn-rate rules each, and a request in each of 1,000 steps. */
    @Test
    void noPartOfATickIsLongHoweverManyObjectivesRulesAndSeriesThereAre() {
        int rules = 16;
        Published run = new Published();
        List<BurnRule> burning = IntStream.range(0, rules)
                .mapToObj(number -> BurnRule.newBuilder()
                        .setBurn(1.5)
                        .setLongSeconds(600 + number)
                        .setShortSeconds(20)
                        .build())
                .toList();
        IntStream.range(0, 200).forEach(number -> run.define(objective(number, burning)));
        IntStream.range(0, SeriesQuota.DEFAULT).forEach(step -> run.served(step, 1, 100));
        run.heard(5);

        int most = TeamLimit.TIMELINES.most();
        boolean more = true;
        for (int part = 0; more; part++) {
            RunTick.Budgets budgets = budgets(RunTick.Budgets.MAX_LOOKS);
            more = run.tick(5, budgets, timelines -> held(run) + timelines <= most);
            assertThat(budgets.objectives().used()).isLessThan(RunTick.Budgets.MAX_LOOKS + 2_000);
            assertThat(part).isLessThan(200);
        }
        int followed = 1 + rules;
        assertThat(held(run)).isBetween(most - followed, most);
        assertThat(run.run.breaches().takeNewlyRefused()).isEqualTo(200L * 1_000 * followed - held(run));
    }

    private static int held(Published run) {
        return run.run.breaches().timelines().size();
    }
}
