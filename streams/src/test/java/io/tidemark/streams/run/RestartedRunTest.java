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
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.windows.PublishedWindows;
import io.tidemark.streams.windows.SeriesQuota;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A run whose host dies between what its objectives say: everything is as it was, however often. */
class RestartedRunTest {
    private static final String RUN = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    private static final long START = 1_700_000_000L;
    private static final SeriesKey SERIES = new SeriesKey(0, "default", SeriesKey.ALL);

    private final MapStore kept = new MapStore();
    private final List<SloBreach> breaches = new ArrayList<>();
    private TrackedRun book = new TrackedRun(RUN, places(), START * 1000);

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static SeriesQuota.Reservation places() {
        return new SeriesQuota(100).reservation();
    }

    private final RunOutput output = new RunOutput() {
        @Override
        public void window(WindowStats window) {}

        @Override
        public void windowNotReplaced(WindowStats refused, PublishedWindows.WindowSummary kept) {
            throw new AssertionError(refused + " against " + kept);
        }

        @Override
        public void breach(SloBreach breach) {
            breaches.add(breach);
        }

        @Override
        public void step(StepResult result) {}
    };

    private static ObjectiveState.Builder median(long limitMillis) {
        return ObjectiveState.newBuilder()
                .setName("a")
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(MetricName.E2E)
                .setQuantile(0.5)
                .setLimitNanos(limitMillis * 1_000_000)
                .setWindowSeconds(10)
                .setLevel(1);
    }

    private void define(ObjectiveState objective, long fromSecond, boolean removed) {
        ControlEvent event = ControlEvent.newBuilder()
                .setAt(Instant.ofEpochSecond(START))
                .setState(SloState.newBuilder()
                        .setRun(RUN)
                        .setObjective(objective)
                        .setChanged(Instant.ofEpochSecond(START + fromSecond))
                        .setRemoved(removed)
                        .build())
                .build();
        book.define(event, START * 1000).ifPresent(change -> new RunStore(kept.store()).save(book, change));
    }

    /** A request that ends in a second. */
    private void served(long second, long millis) {
        long nanos = millis * 1_000_000;
        Pane pane = new Pane();
        pane.addEnded(new RequestMeasurement(
                true, Outcome.OK, true, new RequestMeasurement.Times(nanos, nanos, -1, nanos, 0)));
        book.add(new PaneDelta(SERIES, START + second, pane));
    }

    /** The lane says that all up to a second was told. */
    private void heard(long throughSecond) {
        Instant at = Instant.ofEpochSecond(START + throughSecond);
        book.onHeartbeat(
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
        RunTick.Budgets budgets = new TickPace(() -> 0).budgets(1);
        new RunTick(book, output, budgets, timelines -> true).advance(at.toEpochMilli());
        new RunStore(kept.store()).evict(book);
    }

    static void fail(String run, Throwable reason) {
        throw new AssertionError("run " + run + " cannot be read", reason);
    }

    private void restart() {
        RunStore store = new RunStore(kept.store());
        store.save(book);
        book = Objects.requireNonNull(
                store.load(places(), START * 1000, RestartedRunTest::fail).get(RUN));
    }

    /** Since the last call: state, opening second and second of the record, why it closed. */
    private List<String> rows() {
        List<String> rows = breaches.stream()
                .map(breach -> breach.getState() + " " + (breach.getOpened().getEpochSecond() - START) + " "
                        + (breach.getUpdated().getEpochSecond() - START)
                        + (breach.getState() == BreachState.CLOSED ? " " + breach.getEndedBy() : ""))
                .toList();
        breaches.clear();
        return rows;
    }

    @Test
    void aChangeAndWhatWasBeforeItAreKeptOverRestarts() {
        define(median(1000).build(), 0, false);
        served(1, 1500);
        heard(4);
        assertThat(rows()).containsExactly("OPENED 2 2");
        restart();
        define(median(1200).build(), 5, false);
        restart();
        heard(7);
        assertThat(rows()).containsExactly("CLOSED 2 5 SUPERSEDED", "OPENED 6 6");
        restart();
        served(2, 1100); // late: with 1.5 s it makes a lower median of 1.1 s, beyond the old limit, within the new one
        heard(8);
        assertThat(rows()).containsExactly("CLOSED 2 5 SUPERSEDED", "RETRACTED 6 6");
        restart();
        heard(9);
        assertThat(rows()).isEmpty();
    }

    @Test
    void theBreachOfARemovedObjectiveIsClosedAfterARestart() {
        define(median(1000).build(), 0, false);
        served(1, 1500);
        heard(4);
        restart();
        define(median(1000).build(), 6, true);
        restart();
        heard(5);
        assertThat(rows()).containsExactly("OPENED 2 2", "UPDATED 2 2"); // told again, for a definition came
        restart();
        heard(8);
        assertThat(rows()).containsExactly("CLOSED 2 6 REMOVED");
    }

    @Test
    void budgetsGoOnOverRestartsAndNothingOfAnOldVersionIsLeftBehind() {
        BurnRule rule = BurnRule.newBuilder()
                .setBurn(5)
                .setLongSeconds(600)
                .setShortSeconds(20)
                .build();
        ObjectiveState objective = median(1000)
                .setQuantile(0.9)
                .setWindowSeconds(300)
                .setPeriodSeconds(3600)
                .setBurnRules(List.of(rule))
                .build();
        define(objective, 0, false);
        List<String> whole = soak(false);
        assertThat(whole).isNotEmpty();
        assertThat(kept.count(RUN + "/BUDGET/")).isPositive();
        kept.clear();
        book = new TrackedRun(RUN, places(), START * 1000);
        define(objective, 0, false);
        assertThat(soak(true)).isEqualTo(whole);
        define(objective, 1601, true);
        for (long second = 1620; second < 2400; second += 40) {
            served(second, 100);
            heard(second + 1);
            restart();
        }
        assertThat(kept.count(RUN + "/BUDGET/")).isZero();
        assertThat(kept.count(RUN + "/ALARM/")).isZero();
        assertThat(kept.count(RUN + "/DEFINITION/")).isZero();
    }

    @Test
    void aBreachThatIsToBeToldAgainWithALateScrapeIsToldAfterAKillBeforeThat() {
        define(median(1000).build(), 0, false);
        served(1, 1500);
        heard(4);
        assertThat(rows()).containsExactly("OPENED 2 2");
        scraped(1);
        restart();
        heard(5);
        assertThat(rows()).containsExactly("UPDATED 2 2");
        restart();
        scraped(0);
        heard(6);
        assertThat(rows()).containsExactly("UPDATED 2 2");
        restart();
        heard(7);
        assertThat(rows()).isEmpty();
    }

    private void scraped(long second) {
        Instant at = Instant.ofEpochSecond(START + second);
        ServerSample sample = ServerSample.newBuilder()
                .setTarget("default")
                .setInstance("a")
                .setRole(ServerRole.ENGINE)
                .setScrapeStart(at)
                .setScrapeEnd(at)
                .setUp(true)
                .setValues(Map.of("vllm:num_requests_waiting", 7.0))
                .build();
        book.addScrape(sample, at.toEpochMilli());
        new RunStore(kept.store()).save(book, sample);
    }

    @Test
    void anEndThatIsLearntLaterThanSecondsAreKeptClosesWhatIsOpen() {
        define(median(1000).build(), 0, false);
        for (long second = 0; second < 900; second++) {
            served(second, second < 250 ? 100 : 1500);
            heard(second + 1);
        }
        assertThat(rows()).containsExactly("OPENED 256 256");
        StepState ended = StepState.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setLoadKind(LoadKind.RATE)
                .setLoad(1)
                .setStarted(Instant.ofEpochSecond(START))
                .setMeasureFrom(Instant.ofEpochSecond(START))
                .setEnded(Instant.ofEpochSecond(START + 300))
                .build();
        var unused = book.define(
                ControlEvent.newBuilder()
                        .setAt(Instant.ofEpochSecond(START))
                        .setState(ended)
                        .build(),
                START * 1000);
        heard(901);
        assertThat(rows())
                .singleElement()
                .satisfies(row -> assertThat(row).startsWith("CLOSED 256 ").endsWith(" ENDED"));
        heard(902);
        assertThat(rows()).isEmpty();
    }

    /** 1,600 s; from 600 to 1,100 all is bad. */
    private List<String> soak(boolean restarted) {
        for (long second = 0; second < 1600; second++) {
            served(second, second >= 600 && second < 1100 ? 1500 : 100);
            heard(second + 1);
            if (second % 90 == 0) {
                new RunStore(kept.store()).save(book);
            }
            if (restarted && second % 90 == 0) {
                restart();
            }
        }
        breaches.removeIf(breach -> breach.getRule().isEmpty());
        return rows();
    }
}
