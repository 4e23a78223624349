package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.streams.flow.SeriesPlaces;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.PaneDelta;
import io.tidemark.streams.pane.SeriesKey;
import io.tidemark.streams.step.SegmentBooks;
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
 * Keeps {@link RunBook}s in a store, one entry per thing that changes by itself: {@code run/kind/...}. Only what changed is
 * written, when the task commits.
 */
final class RunStore {
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
    private final RefusedRuns refused;
    private final SampleSlots samples = new SampleSlots();

    RunStore(KeyValueStore<String, byte[]> store) {
        this.store = store;
        this.refused = new RefusedRuns(store);
    }

    /** What is kept of runs that have no book. */
    RefusedRuns refused() {
        return refused;
    }

    /** Writes what changed in a run since the last call. */
    void save(RunBook book) {
        book.takeDirtySeconds().forEach(second -> saveSecond(book, second));
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
        book.alarms().takeDirty().forEach((key, bytes) -> store.put(key(book, Kind.ALARM, key.name()), bytes));
        book.alarms().takeRemoved().forEach(key -> store.delete(key(book, Kind.ALARM, key.name())));
        saveBudgets(book);
        book.moves().takeUnsaved().forEach((name, bytes) -> store.put(key(book, Kind.MOVED, name), bytes));
        book.moves().takeLetGo().forEach(name -> store.delete(key(book, Kind.MOVED, name)));
        book.flights().takeUnsaved().forEach((name, bytes) -> store.put(key(book, Kind.FLIGHT, name), bytes));
        book.beats().takeUnsaved().forEach((name, bytes) -> store.put(key(book, Kind.BEAT, name), bytes));
        book.beats().takeLetGo().forEach(name -> store.delete(key(book, Kind.BEAT, name)));
        saveWritten(book);
        if (book.heads().takeDirty()) {
            store.put(key(book, Kind.HEADS, ""), book.heads().toBytes());
        }
    }

    private void saveSegments(RunBook book, int step, SegmentBooks segments) {
        segments.takeUnsaved().forEach((part, bytes) -> store.put(key(book, Kind.SEGMENT, step + "/" + part), bytes));
        segments.takeLetGo().forEach(part -> store.delete(key(book, Kind.SEGMENT, step + "/" + part)));
    }

    private void saveWritten(RunBook book) {
        for (Series series : book.series()) {
            series.written()
                    .takeUnsaved(series.key())
                    .forEach((end, bytes) -> store.put(key(book, Kind.WRITTEN, secondName(series.key(), end)), bytes));
        }
    }

    private void saveBudgets(RunBook book) {
        book.alarms().takeDirtyBuckets().forEach((name, bytes) -> store.put(key(book, Kind.BUDGET, name), bytes));
        book.alarms().takeGoneBuckets().forEach(name -> store.delete(key(book, Kind.BUDGET, name)));
        for (String removed : book.alarms().takeRemovedBudgets()) {
            keys(key(book, Kind.BUDGET, ""), name -> name.endsWith("/" + removed))
                    .forEach(store::delete);
        }
    }

    void save(RunBook book, ControlEvent definition) {
        byte[] bytes = AvroBytes.encode(ControlEvent.getEncoder(), definition);
        store.put(key(book, Kind.DEFINITION, Definitions.name(definition)), bytes);
    }

    void save(RunBook book, ServerSample sample) {
        KeyValue<String, byte[]> entry = samples.next(book.run(), sample);
        store.put(key(book, Kind.SAMPLE, entry.key), entry.value);
    }

    /** Lets go of seconds that no window needs: their sum stays. */
    void letGo(RunBook book) {
        book.heads().letGo();
        letGo(book, book.heads().keepFrom());
    }

    private void letGo(RunBook book, long keepFrom) {
        for (Series series : book.series()) {
            boolean went = false;
            while (series.panes().first().orElse(keepFrom) < keepFrom) {
                long second = series.panes().first().orElseThrow();
                Pane pane = series.panes().letGoOfFirst();
                book.alarms().letGo(series.key(), second, pane);
                store.delete(key(book, Kind.SECOND, secondName(series.key(), second)));
                went = true;
            }
            if (went) {
                saveGone(book, series);
            }
            letGoOfWritten(book, series, keepFrom);
        }
        book.letGoOfIdle().forEach(series -> letGoOfWritten(book, series, Long.MAX_VALUE));
        book.alarms().tracks().values().forEach(track -> track.letGo(keepFrom));
        book.moves().goneBefore(keepFrom);
        book.moves().keepOnly(book.alarms()::mayTell);
        for (SloState gone : book.definitions().history().letGo(keepFrom)) {
            store.delete(key(book, Kind.DEFINITION, Definitions.name(gone)));
            store.delete(key(book, Kind.DEFINITION, "slo/" + gone.getObjective().getName()));
        }
        letGoOfFlights(book, keepFrom);
    }

    private void letGoOfWritten(RunBook book, Series series, long before) {
        series.written()
                .letGo(before)
                .forEach(end -> store.delete(key(book, Kind.WRITTEN, secondName(series.key(), end))));
    }

    /** What is in flight is needed for as long as it can be looked at again, also where nothing ends any more. */
    private void letGoOfFlights(RunBook book, long keepFrom) {
        long looked = book.alarms().furthest().orElse(book.flights().latest().orElse(keepFrom));
        long least = Math.max(keepFrom, looked - WindowLength.LONGEST_SECONDS);
        book.flights().letGo(least).forEach(name -> store.delete(key(book, Kind.FLIGHT, name)));
    }

    /** Forgets a run for good. */
    void forget(String run) {
        keys(run + "/", name -> true).forEach(store::delete);
        samples.forget(run);
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
    Map<String, RunBook> load(SeriesPlaces.Share places, long nowMillis) {
        Map<String, RunBook> books = new HashMap<>();
        try (KeyValueIterator<String, byte[]> entries = store.all()) {
            while (entries.hasNext()) {
                KeyValue<String, byte[]> entry = entries.next();
                if (RefusedRuns.isOne(entry.key)) {
                    refused.restore(entry.key, entry.value.length);
                    continue;
                }
                String[] parts = entry.key.split("/", 3);
                RunBook book = books.computeIfAbsent(parts[0], run -> new RunBook(run, places, nowMillis));
                restore(book, Kind.valueOf(parts[1]), parts[2], entry.value);
            }
        }
        books.values().forEach(RunBook::restored);
        return books;
    }

    private void restore(RunBook book, Kind kind, String name, byte[] bytes) {
        switch (kind) {
            case HEADS -> book.heads().restore(bytes);
            case DEFINITION -> book.definitions().restore(AvroBytes.decode(ControlEvent.getDecoder(), bytes));
            case SAMPLE -> book.samples().add(samples.restore(book.run(), bytes));
            case ALARM -> book.alarms().restore(name, bytes);
            case BUDGET -> book.alarms().restoreBucket(name, bytes);
            case MOVED -> book.moves().restore(name, bytes);
            case FLIGHT -> book.restoreFlight(name, bytes);
            case BEAT -> book.beats().restore(name, bytes);
            case STEP -> restoreStep(book, name, bytes);
            case SEGMENT -> restoreSegment(book, name, bytes);
            case GONE -> book.restoreGone(bytes);
            case WRITTEN -> restoreWritten(book, name, bytes);
            default -> restoreVersioned(book, kind, name, bytes);
        }
    }

    private static void restoreStep(RunBook book, String name, byte[] bytes) {
        String[] stepAndPart = name.split("/", 2);
        book.steps().step(Integer.parseInt(stepAndPart[0])).restore(stepAndPart[1], bytes);
    }

    private static void restoreSegment(RunBook book, String name, byte[] bytes) {
        String[] stepAndPart = name.split("/", 2);
        book.steps().segments(Integer.parseInt(stepAndPart[0])).restore(stepAndPart[1], bytes);
    }

    private static void restoreWritten(RunBook book, String name, byte[] bytes) {
        long end = Long.parseLong(name.substring(0, name.indexOf('/')));
        WireReader in = new WireReader(bytes);
        in.version(Written.VERSION);
        book.find(SeriesKey.read(in)).ifPresent(series -> series.written().restore(end, in));
    }

    private static void restoreVersioned(RunBook book, Kind kind, String name, byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(1, VERSION);
        switch (kind) {
            case SECOND -> book.restore(PaneDelta.read(in));
            case LANE -> book.lanes().restore(name, LaneBook.read(in, book.touchedMillis()));
            default -> throw new IllegalStateException("run-state holds an entry of kind " + kind + " under " + name);
        }
    }

    private void saveSecond(RunBook book, RunBook.Second second) {
        book.find(second.series())
                .flatMap(series -> series.panes().at(second.second()))
                .ifPresent(pane -> {
                    WireWriter out = new WireWriter().raw(VERSION);
                    new PaneDelta(second.series(), second.second(), pane).write(out);
                    store.put(key(book, Kind.SECOND, secondName(second.series(), second.second())), out.toBytes());
                });
    }

    private void saveGone(RunBook book, Series series) {
        store.put(
                key(book, Kind.GONE, seriesName(series.key())),
                GoneSeconds.of(series).toBytes());
    }

    private static String key(RunBook book, Kind kind, String name) {
        return book.run() + "/" + kind + "/" + name;
    }

    private static String secondName(SeriesKey series, long second) {
        return second + "/" + seriesName(series);
    }

    private static String seriesName(SeriesKey series) {
        return series.step() + "/" + series.target() + "/" + series.requestClass();
    }
}
