package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.streams.control.OverQuotaRuns;
import io.tidemark.streams.control.RunDefinitions;
import io.tidemark.streams.lanes.TrackedLane;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.signals.ScrapeSlots;
import io.tidemark.streams.steps.SegmentAccumulators;
import io.tidemark.streams.windows.EvictedTotals;
import io.tidemark.streams.windows.PublishedWindows;
import io.tidemark.streams.windows.RunWindows;
import io.tidemark.streams.windows.Series;
import io.tidemark.streams.windows.SeriesQuota;
import io.tidemark.streams.windows.WindowLength;
import io.tidemark.streams.wire.AvroBytes;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Keeps {@link TrackedRun}s in a store, one entry per thing that changes by itself: {@code run/kind/...}. Only what changed is
 * written, when the task commits.
 */
public final class RunStore {
    /** 1 had no requests that broke off, 2 no segments, 3 no cached tokens, 4 not when requests were due, 5 no sequence numbers. */
    private static final int VERSION = Pane.WITH_SEQUENCES;

    private enum Kind {
        HEADS,
        SECOND,
        GONE,
        LANE,
        DEFINITION,
        SAMPLE,
        FLIGHT,
        BEAT,
        STEP,
        SEGMENT,
        ALARM,
        BUDGET,
        MOVED,
        WRITTEN
    }

    private final KeyValueStore<String, byte[]> store;
    private final OverQuotaRuns refused;
    private final ScrapeSlots samples = new ScrapeSlots();

    public RunStore(KeyValueStore<String, byte[]> store) {
        this.store = store;
        this.refused = new OverQuotaRuns(store);
    }

    /** What is kept of runs that have no book. */
    public OverQuotaRuns refused() {
        return refused;
    }

    /** Writes what changed in a run since the last call. */
    void save(TrackedRun book) {
        book.windows().takeDirtySeconds().forEach(second -> saveSecond(book, second));
        book.lanes().takeDirty().forEach((name, lane) -> {
            WireWriter out = new WireWriter().raw(VERSION);
            lane.write(out);
            store.put(key(book, Kind.LANE, name), out.toBytes());
        });
        book.steps()
                .steps()
                .forEach((number, step) -> step.takeUnsaved()
                        .forEach((part, bytes) -> store.put(key(book, Kind.STEP, number + "/" + part), bytes)));
        book.steps().segments().forEach((number, segments) -> saveSegments(book, number, segments));
        book.breaches()
                .timelines()
                .takeDirty()
                .forEach((key, bytes) -> store.put(key(book, Kind.ALARM, key.name()), bytes));
        book.breaches().timelines().takeRemoved().forEach(key -> store.delete(key(book, Kind.ALARM, key.name())));
        saveBudgets(book);
        book.breaches()
                .correlations()
                .takeUnsaved()
                .forEach((name, bytes) -> store.put(key(book, Kind.MOVED, name), bytes));
        book.breaches().correlations().takeEvicted().forEach(name -> store.delete(key(book, Kind.MOVED, name)));
        book.windows()
                .inFlight()
                .takeUnsaved()
                .forEach((name, bytes) -> store.put(key(book, Kind.FLIGHT, name), bytes));
        book.signals()
                .heartbeats()
                .takeUnsaved()
                .forEach((name, bytes) -> store.put(key(book, Kind.BEAT, name), bytes));
        book.signals().heartbeats().takeEvicted().forEach(name -> store.delete(key(book, Kind.BEAT, name)));
        savePublishedWindows(book);
        if (book.windows().emission().takeDirty()) {
            store.put(key(book, Kind.HEADS, ""), book.windows().emission().toBytes());
        }
    }

    private void saveSegments(TrackedRun book, int step, SegmentAccumulators segments) {
        segments.takeUnsaved().forEach((part, bytes) -> store.put(key(book, Kind.SEGMENT, step + "/" + part), bytes));
        segments.takeEvicted().forEach(part -> store.delete(key(book, Kind.SEGMENT, step + "/" + part)));
    }

    private void savePublishedWindows(TrackedRun book) {
        for (Series series : book.windows().series()) {
            series.written()
                    .takeUnsaved(series.key())
                    .forEach((end, bytes) -> store.put(key(book, Kind.WRITTEN, secondName(series.key(), end)), bytes));
        }
    }

    private void saveBudgets(TrackedRun book) {
        book.breaches()
                .timelines()
                .takeDirtyBuckets()
                .forEach((name, bytes) -> store.put(key(book, Kind.BUDGET, name), bytes));
        book.breaches().timelines().takeExpiredBuckets().forEach(name -> store.delete(key(book, Kind.BUDGET, name)));
        for (String removed : book.breaches().timelines().takeRemovedBudgets()) {
            keys(key(book, Kind.BUDGET, ""), name -> name.endsWith("/" + removed))
                    .forEach(store::delete);
        }
    }

    void save(TrackedRun book, ControlEvent definition) {
        byte[] bytes = AvroBytes.encode(ControlEvent.getEncoder(), definition);
        store.put(key(book, Kind.DEFINITION, RunDefinitions.name(definition)), bytes);
    }

    void save(TrackedRun book, ServerSample sample) {
        KeyValue<String, byte[]> entry = samples.next(book.run(), sample);
        store.put(key(book, Kind.SAMPLE, entry.key), entry.value);
    }

    /** Lets go of seconds that no window needs: their sum stays. */
    void evict(TrackedRun book) {
        book.windows().emission().evict();
        evict(book, book.windows().emission().retainFrom());
    }

    private void evict(TrackedRun book, long keepFrom) {
        for (Series series : book.windows().series()) {
            boolean went = false;
            while (series.panes().first().orElse(keepFrom) < keepFrom) {
                long second = series.panes().first().orElseThrow();
                Pane pane = series.panes().evictFirst();
                book.breaches().timelines().evict(series.key(), second, pane);
                store.delete(key(book, Kind.SECOND, secondName(series.key(), second)));
                went = true;
            }
            if (went) {
                saveEvicted(book, series);
            }
            evictPublishedWindows(book, series, keepFrom);
        }
        book.windows().evictIdle().forEach(series -> evictPublishedWindows(book, series, Long.MAX_VALUE));
        book.breaches().timelines().all().values().forEach(track -> track.evict(keepFrom));
        book.breaches().correlations().evictedBefore(keepFrom);
        book.breaches().correlations().retainPublished(book.breaches().timelines()::mayPublish);
        for (SloState gone : book.definitions().objectiveVersions().evict(keepFrom)) {
            store.delete(key(book, Kind.DEFINITION, RunDefinitions.name(gone)));
            store.delete(key(book, Kind.DEFINITION, "slo/" + gone.getObjective().getName()));
        }
        evictInFlight(book, keepFrom);
    }

    private void evictPublishedWindows(TrackedRun book, Series series, long before) {
        series.written()
                .evict(before)
                .forEach(end -> store.delete(key(book, Kind.WRITTEN, secondName(series.key(), end))));
    }

    /** What is in flight is needed for as long as it can be looked at again, also where nothing ends any more. */
    private void evictInFlight(TrackedRun book, long keepFrom) {
        long looked = book.breaches()
                .timelines()
                .latestHead()
                .orElse(book.windows().inFlight().latestSecond().orElse(keepFrom));
        long least = Math.max(keepFrom, looked - WindowLength.MAX_SECONDS);
        book.windows().inFlight().evict(least).forEach(name -> store.delete(key(book, Kind.FLIGHT, name)));
    }

    /** Forgets a run for good. */
    void delete(String run) {
        keys(run + "/", name -> true).forEach(store::delete);
        samples.delete(run);
    }

    /** Keys that begin with a prefix, which ends in '/'. */
    private List<String> keys(String prefix, Predicate<String> wanted) {
        List<String> keys = new ArrayList<>();
        String end = prefix.substring(0, prefix.length() - 1) + "0"; // '0' follows '/'
        try (KeyValueIterator<String, byte[]> entries = store.range(prefix, end)) {
            entries.forEachRemaining(entry -> keys.add(entry.key));
        }
        keys.removeIf(wanted.negate());
        return keys;
    }

    /** What the store holds after a restore. */
    public Map<String, TrackedRun> load(SeriesQuota.Reservation places, long nowMillis) {
        Map<String, TrackedRun> books = new HashMap<>();
        try (KeyValueIterator<String, byte[]> entries = store.all()) {
            while (entries.hasNext()) {
                KeyValue<String, byte[]> entry = entries.next();
                if (OverQuotaRuns.isKeyOf(entry.key)) {
                    refused.restore(entry.key, entry.value.length);
                    continue;
                }
                String[] parts = entry.key.split("/", 3);
                TrackedRun book = books.computeIfAbsent(parts[0], run -> new TrackedRun(run, places, nowMillis));
                restore(book, Kind.valueOf(parts[1]), parts[2], entry.value);
            }
        }
        books.values().forEach(TrackedRun::restored);
        return books;
    }

    private void restore(TrackedRun book, Kind kind, String name, byte[] bytes) {
        switch (kind) {
            case HEADS -> book.windows().emission().restore(bytes);
            case DEFINITION -> book.definitions().restore(AvroBytes.decode(ControlEvent.getDecoder(), bytes));
            case SAMPLE -> book.signals().scrapes().add(samples.restore(book.run(), bytes));
            case ALARM -> book.breaches().timelines().restore(name, bytes);
            case BUDGET -> book.breaches().timelines().restoreBucket(name, bytes);
            case MOVED -> book.breaches().correlations().restore(name, bytes);
            case FLIGHT -> book.restoreInFlight(name, bytes);
            case BEAT -> book.signals().heartbeats().restore(name, bytes);
            case STEP -> restoreStep(book, name, bytes);
            case SEGMENT -> restoreSegment(book, name, bytes);
            case GONE -> book.windows().restoreEvicted(bytes);
            case WRITTEN -> restorePublishedWindows(book, name, bytes);
            default -> restoreVersioned(book, kind, name, bytes);
        }
    }

    private static void restoreStep(TrackedRun book, String name, byte[] bytes) {
        String[] stepAndPart = name.split("/", 2);
        book.steps().step(Integer.parseInt(stepAndPart[0])).restore(stepAndPart[1], bytes);
    }

    private static void restoreSegment(TrackedRun book, String name, byte[] bytes) {
        String[] stepAndPart = name.split("/", 2);
        book.steps().segments(Integer.parseInt(stepAndPart[0])).restore(stepAndPart[1], bytes);
    }

    private static void restorePublishedWindows(TrackedRun book, String name, byte[] bytes) {
        long end = Long.parseLong(name.substring(0, name.indexOf('/')));
        WireReader in = new WireReader(bytes);
        in.version(PublishedWindows.VERSION);
        book.windows()
                .find(SeriesKey.read(in))
                .ifPresent(series -> series.written().restore(end, in));
    }

    private static void restoreVersioned(TrackedRun book, Kind kind, String name, byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(1, VERSION);
        switch (kind) {
            case SECOND -> book.windows().restore(PaneDelta.read(in));
            case LANE -> book.lanes().restore(name, TrackedLane.read(in, book.lastDataMillis()));
            default -> throw new IllegalStateException("run-state holds an entry of kind " + kind + " under " + name);
        }
    }

    private void saveSecond(TrackedRun book, RunWindows.SeriesSecond second) {
        book.windows()
                .find(second.series())
                .flatMap(series -> series.panes().at(second.second()))
                .ifPresent(pane -> {
                    WireWriter out = new WireWriter().raw(VERSION);
                    new PaneDelta(second.series(), second.second(), pane).write(out);
                    store.put(key(book, Kind.SECOND, secondName(second.series(), second.second())), out.toBytes());
                });
    }

    private void saveEvicted(TrackedRun book, Series series) {
        store.put(
                key(book, Kind.GONE, seriesName(series.key())),
                EvictedTotals.of(series).toBytes());
    }

    private static String key(TrackedRun book, Kind kind, String name) {
        return book.run() + "/" + kind + "/" + name;
    }

    private static String secondName(SeriesKey series, long second) {
        return second + "/" + seriesName(series);
    }

    private static String seriesName(SeriesKey series) {
        return series.step() + "/" + series.target() + "/" + series.requestClass();
    }
}
