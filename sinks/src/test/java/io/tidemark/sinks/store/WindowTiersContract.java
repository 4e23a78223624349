package io.tidemark.sinks.store;

import static io.tidemark.fixtures.runs.Events.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.events.Finality;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.SketchQuery;
import io.tidemark.sinks.store.read.SketchRow;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import io.tidemark.sinks.store.retention.MaintenanceResult;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows of each second, minutes with their sketches, and hours merged from these. */
public abstract class WindowTiersContract {
    private static final Team TEAM = new Team("perf");
    private static final RunKey KEY = new RunKey(TEAM, RUN);
    private static final Instant TEN = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MINUTES_KEPT = Duration.ofDays(30);
    private static final Duration HOURS_KEPT = Duration.ofDays(90);
    private static final Retention RETENTION = Retention.DEFAULT.withTiers(DAY, MINUTES_KEPT, HOURS_KEPT);

    private ResultStore store;
    private ResultReader reader;

    protected abstract ResultStore open() throws Exception;

    /** To the database of the store that was opened last. */
    protected abstract Connection connect() throws SQLException;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
        reader = store.reader();
    }

    @AfterEach
    void closeStore() {
        reader.close();
        store.close();
    }

    private static Instant at(int minute) {
        return TEN.plus(Duration.ofMinutes(minute));
    }

    private static LogHistogram sketch(long... millis) {
        LogHistogram sketch = new LogHistogram();
        for (long value : millis) {
            sketch.add(value * 1_000_000);
        }
        return sketch;
    }

    private static WindowStats.Builder window(Instant end, LogHistogram sketch) {
        return Events.window(end)
                .setWindowSeconds(60)
                .setStart(end.minusSeconds(60))
                .setCount(sketch.count())
                .setSumNanos(sketch.sum())
                .setSketch(ByteBuffer.wrap(sketch.encode()));
    }

    /** The minute that ends so long after ten. */
    private static WindowStats.Builder minute(int number, long... millis) {
        return window(at(number), sketch(millis));
    }

    /** Each as the broker took it at its end. */
    private void given(WindowStats.Builder... windows) {
        List<StoreChange> changes = new ArrayList<>();
        for (WindowStats.Builder window : windows) {
            changes.add(change(window.build()));
        }
        store.write(new WriteBatch(changes, List.of()));
    }

    private static StoreChange change(WindowStats window) {
        return new StoreChange.StoredEvent(TEAM, window.getEnd(), window);
    }

    private void givenAt(Instant appended, SpecificRecord event) {
        store.write(new WriteBatch(List.of(new StoreChange.StoredEvent(TEAM, appended, event)), List.of()));
    }

    private List<SketchRow> rows(SketchQuery query) {
        List<SketchRow> rows = new ArrayList<>();
        reader.scanSketches(query, rows::add);
        return rows;
    }

    private List<SketchRow> rows() {
        return rows(SketchQuery.of(KEY, Metric.TTFT));
    }

    private static LogHistogram merged(List<SketchRow> rows) {
        LogHistogram all = new LogHistogram();
        rows.forEach(row -> all.merge(row.sketch()));
        return all;
    }

    private List<String> texts(String sql) throws SQLException {
        try (Connection connection = connect()) {
            return StoredRows.texts(connection, sql);
        }
    }

    private long merge(Instant now) {
        return store.maintain(TEAM, Retention.FOR_GOOD, now).mergedHours();
    }

    @Test
    void aMinuteIsTheWindowOfSixtySecondsThatEndsOnAFullMinute() {
        given(
                minute(1, 100, 200),
                window(at(1).plusSeconds(1), sketch(100)),
                window(at(2), sketch(7)).setWindowSeconds(300),
                window(at(2), new LogHistogram()));
        assertThat(rows())
                .singleElement()
                .isEqualTo(new SketchRow(0, "gpu", TEN, at(1), Finality.FINAL, sketch(100, 200)));
        assertThat(reader.windows(WindowQuery.of(KEY, Metric.TTFT, 60))).hasSize(3);
    }

    /** Seconds of three and a half hours, their minutes replaced as streams do it, all of it stored twice; then thinned, merged and taken out. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void anySpanOfMinutesIsRecomputedFromWhicheverTierIsLeft(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int minutes = 210 + random.nextInt(20);
        List<LogHistogram> truth = new ArrayList<>();
        List<StoreChange> changes = new ArrayList<>();
        for (int number = 1; number <= minutes; number++) {
            LogHistogram sketch = new LogHistogram();
            for (int value = random.nextInt(6); value > 0; value--) {
                sketch.add(Math.round(Math.exp(18 + 1.2 * random.nextDouble())));
            }
            truth.add(sketch);
            LogHistogram early = new LogHistogram();
            early.add(1 + random.nextLong(1_000_000_000));
            changes.add(change(window(at(number), early)
                    .setFinality(Finality.PROVISIONAL)
                    .setRevision(9)
                    .build()));
            changes.add(change(window(at(number), early).setRevision(3).build()));
            changes.add(change(window(at(number), sketch).setRevision(7).build()));
            changes.add(change(window(at(number).minusSeconds(7), early).build()));
        }
        for (int time = 0; time < 2; time++) {
            Collections.shuffle(changes, new Random(seed + time));
            store.write(new WriteBatch(changes, List.of()));
            assertSpans(truth, 1, random);
            Instant now = at(minutes);
            assertThat(merge(now)).isEqualTo(3);
            assertThat(merge(now)).isZero();
            assertSpans(truth, 1, random);
        }
        Instant nextDay = at(minutes).plus(DAY);
        MaintenanceResult thinned = store.maintain(TEAM, RETENTION, nextDay.plusSeconds(1));
        assertThat(thinned.thinnedWindows()).isPositive();
        assertThat(thinned.mergedHours()).isOne();
        assertSpans(truth, 1, random);

        assertThat(store.maintain(TEAM, RETENTION, TEN.plus(MINUTES_KEPT).plus(Duration.ofMinutes(90)))
                        .windows())
                .isEqualTo(89);
        assertSpans(truth, 60, random);
        store.maintain(TEAM, RETENTION, at(minutes).plus(MINUTES_KEPT).plusSeconds(1));
        assertThat(rows()).hasSize(4).allMatch(SketchRow::isHour);
        assertSpans(truth, 60, random);

        assertThat(store.maintain(TEAM, RETENTION, at(minutes).plus(HOURS_KEPT).plusSeconds(1))
                        .hours())
                .isEqualTo(4);
        assertThat(rows()).isEmpty();
    }

    /** All of it, and spans that begin and end at multiples of so many minutes. */
    private void assertSpans(List<LogHistogram> truth, int step, SplittableRandom random) {
        assertThat(merged(rows())).isEqualTo(sum(truth, 0, truth.size()));
        for (int trial = 0; trial < 5; trial++) {
            int from = random.nextInt(truth.size() / step) * step;
            int until = from + step * (1 + random.nextInt((truth.size() - from) / step));
            assertThat(merged(rows(SketchQuery.of(KEY, Metric.TTFT).between(at(from), at(until)))))
                    .as("minutes %d to %d", from, until)
                    .isEqualTo(sum(truth, from, until));
        }
    }

    private static LogHistogram sum(List<LogHistogram> minutes, int from, int until) {
        LogHistogram sum = new LogHistogram();
        minutes.subList(from, until).forEach(sum::merge);
        return sum;
    }

    @Test
    void anHourIsMadeWhenItIsOverAndAnewWhenAMinuteOfItComesOrChanges() throws SQLException {
        String hours =
                "SELECT minutes || ' ' || count || ' ' || finality || ' ' || min_nanos || ' ' || max_nanos || ' '"
                        + " || sum_nanos || ' ' || (end_micros - start_micros) FROM window_hours ORDER BY end_micros";
        given(minute(1, 100, 200), minute(60, 300));
        assertThat(merge(at(60).minusSeconds(1))).as("before it is over").isZero();
        assertThat(merge(at(60))).isOne();
        assertThat(texts(hours)).containsExactly("2 3 FINAL 100000000 300000000 600000000 3600000000");

        given(minute(61, 50), minute(2, 400).setFinality(Finality.INCOMPLETE));
        assertThat(merge(at(60))).isOne();
        assertThat(texts(hours)).containsExactly("3 4 INCOMPLETE 100000000 400000000 1000000000 3600000000");

        given(minute(1, 100, 200, 500).setRevision(1), minute(2, 400).setRevision(1));
        assertThat(merge(at(120))).isEqualTo(2);
        assertThat(texts(hours))
                .containsExactly(
                        "3 5 FINAL 100000000 500000000 1500000000 3600000000",
                        "1 1 FINAL 50000000 50000000 50000000 3600000000");
    }

    @Test
    void aMinuteThatComesWhenTheOthersAreGoneDoesNotReplaceTheirHour() {
        given(minute(1, 100), minute(2, 200));
        store.maintain(TEAM, RETENTION, at(60));
        store.maintain(TEAM, RETENTION, at(3).plus(MINUTES_KEPT));
        givenAt(at(4).plus(MINUTES_KEPT), minute(3, 300).build());
        assertThat(store.maintain(TEAM, RETENTION, at(5).plus(MINUTES_KEPT)).mergedHours())
                .isZero();
        assertThat(rows()).singleElement().extracting(SketchRow::sketch).isEqualTo(sketch(100, 200));
    }

    @Test
    void aMinuteStaysUntilItsHourIsMade() {
        Retention short1 = Retention.DEFAULT.withTiers(Duration.ofMinutes(10), Duration.ofMinutes(20), HOURS_KEPT);
        given(minute(1, 100), minute(30, 200));
        assertThat(store.maintain(TEAM, short1, at(55)).windows()).isZero();
        given(minute(60, 300));
        MaintenanceResult done = store.maintain(TEAM, short1, at(61));
        assertThat(done.mergedHours()).isOne();
        assertThat(done.windows()).isEqualTo(2);
        assertThat(rows()).singleElement().extracting(SketchRow::sketch).isEqualTo(sketch(100, 200, 300));
    }

    @Test
    void manyHoursAreMadeInBatches() {
        List<StoreChange> changes = new ArrayList<>();
        for (int hour = 0; hour < 100; hour++) {
            changes.add(change(minute(60 * hour + 1, 100).build()));
        }
        store.write(new WriteBatch(changes, List.of()));
        assertThat(merge(at(60 * 100))).isEqualTo(100);
        assertThat(merge(at(60 * 100))).isZero();
    }

    @Test
    void stepsTargetsAndClassesAreSeriesOfTheirOwn() {
        given(
                minute(1, 100),
                minute(1, 200).setTarget("other"),
                minute(1, 300).setStep(1),
                minute(1, 400).setRequestClass("chat"));
        merge(at(60));
        assertThat(rows())
                .extracting(SketchRow::step, SketchRow::target, SketchRow::sketch)
                .containsExactly(
                        tuple(0, "gpu", sketch(100)), tuple(0, "other", sketch(200)), tuple(1, "gpu", sketch(300)));
        SketchQuery query = SketchQuery.of(KEY, Metric.TTFT);
        assertThat(merged(rows(query.step(0).target("other")))).isEqualTo(sketch(200));
        assertThat(merged(rows(query.requestClass("chat")))).isEqualTo(sketch(400));
        assertThat(rows(SketchQuery.of(KEY, Metric.TPOT))).isEmpty();
    }

    @Test
    void aSketchThatIsNotOfItsRowIsLeftOut() {
        given(minute(1, 100).setCount(2), minute(2, 100).setSketch(ByteBuffer.wrap(new byte[] {9, 9})), minute(3, 300));
        assertThat(merge(at(60))).isOne();
        assertThat(merged(rows())).isEqualTo(sketch(300));
        given(minute(61, 100).setCount(2));
        assertThat(merge(at(120))).as("an hour without a minute").isZero();
    }

    @Test
    void anExperimentMayKeepItsHoursForAnotherTime() {
        givenAt(TEN, Events.control(TEN, Events.run(RUN, TEN)));
        given(minute(1, 100));
        store.maintain(TEAM, RETENTION, at(60));
        Duration longer = Duration.ofDays(400);
        ExperimentRetention kept =
                new ExperimentRetention(TEAM, "h200", Duration.ofDays(1), Duration.ofDays(1), Optional.of(longer));
        store.overrideRetention(kept, Events.audit());
        assertThat(reader.retentions()).containsExactly(kept);
        assertThat(store.maintain(TEAM, RETENTION, at(2).plus(HOURS_KEPT)).hours())
                .isZero();
        assertThat(rows()).hasSize(1);
        store.overrideRetention(
                new ExperimentRetention(TEAM, "h200", Duration.ofDays(1), Duration.ofDays(1)), Events.audit());
        assertThat(store.maintain(TEAM, RETENTION, at(2).plus(HOURS_KEPT)).hours())
                .as("as those of others")
                .isOne();
    }

    @Test
    void pruningRawRowsLeavesHoursAndPruningTheRunTakesThem() throws SQLException {
        givenAt(TEN, Events.control(TEN, Events.run(RUN, TEN)));
        given(minute(1, 100));
        merge(at(60));
        given(minute(61, 100));
        assertThat(store.prune(KEY, PruneScope.RAW, Events.audit()).rows()).containsOnlyKeys("window_stats");
        assertThat(rows()).singleElement().extracting(SketchRow::sketch).isEqualTo(sketch(100));
        assertThat(store.prune(KEY, PruneScope.RUNS, Events.audit()).rows())
                .containsEntry("window_hours", 1L)
                .containsEntry("pending_hours", 1L);
        assertThat(texts("SELECT run FROM window_hours UNION ALL SELECT run FROM pending_hours"))
                .isEmpty();
    }
}
