package io.tidemark.streams.windows;

import io.tidemark.events.Finality;
import io.tidemark.events.RunState;
import io.tidemark.schemas.RequestClass;
import io.tidemark.streams.control.RunDefinitions;
import io.tidemark.streams.lanes.InFlightHistory;
import io.tidemark.streams.lanes.RunLanes;
import io.tidemark.streams.lanes.RunWatermark;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.signals.RunSignals;
import io.tidemark.streams.state.EntryKind;
import io.tidemark.streams.state.EntryWriter;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/** The windows of a run: its series, how far they have been emitted, and what they are settled and shown with. Not thread-safe. */
public final class RunWindows {
    /** A second of a series. */
    private record SeriesSecond(SeriesKey series, long second) {}

    /** What decides when windows are settled, and what they show beside their values. */
    public record Sources(RunDefinitions definitions, RunLanes lanes, InFlightHistory inFlight, RunSignals signals) {}

    /** Seconds behind the data of which windows can wait for lanes and scrapes: a day, as much as is imported at once. */
    static final int MAX_OPEN_SECONDS = 86_400;

    private final String run;
    private final Sources sources;
    private final EmissionProgress emission = new EmissionProgress();
    private final AmendmentSchedule amendments = new AmendmentSchedule();
    private final Set<SeriesSecond> dirtySeconds = new LinkedHashSet<>();
    private final RunSeries series;

    public RunWindows(String run, Sources sources, SeriesQuota.Reservation places) {
        this.run = run;
        this.sources = sources;
        this.series = new RunSeries(emission, places);
    }

    public String run() {
        return run;
    }

    public RunDefinitions definitions() {
        return sources.definitions;
    }

    public RunLanes lanes() {
        return sources.lanes;
    }

    public InFlightHistory inFlight() {
        return sources.inFlight;
    }

    public RunSignals signals() {
        return sources.signals;
    }

    public EmissionProgress emission() {
        return emission;
    }

    /** When windows are to be amended. */
    AmendmentSchedule amendments() {
        return amendments;
    }

    public Collection<Series> series() {
        return series.live();
    }

    public Series series(SeriesKey key) {
        return series.of(key);
    }

    /** Empty for one that is not kept now. */
    public Optional<Series> find(SeriesKey key) {
        return series.find(key);
    }

    /** What a value of a series is counted as; empty if there is no room for its step and target. */
    public Optional<SeriesKey> resolve(SeriesKey wanted) {
        return series.resolve(wanted, this::hasObjective);
    }

    /** Counts a delta in, to its class and to all classes together; returns whether its second had been in a FINAL record. */
    public boolean add(PaneDelta delta) {
        boolean late = delta.second() < emission.finalBefore();
        if (late) {
            delta.pane().markLate();
        }
        emission.onData(delta.second());
        addToSeries(delta.series(), delta.second(), delta.pane());
        dirtySeconds.add(new SeriesSecond(delta.series(), delta.second()));
        return late;
    }

    /** Puts the saved sum of seconds that were let go back. */
    public void restoreEvicted(byte[] saved) {
        series.restoreEvicted(saved);
    }

    /** Sums the windows afresh once everything was put back. */
    public void restored() {
        series.live().forEach(one -> {
            one.settled().startAt(emission.settled());
            one.live().startAt(emission.live());
        });
    }

    /** Gives back the places of series that have fallen idle; returns these. */
    private List<Series> evictIdle() {
        return series.evictIdle(this::hasObjective);
    }

    /** Gives back all places. */
    public void release() {
        series.release();
    }

    /** Seconds changed since the last call. */
    private Set<SeriesSecond> takeDirtySeconds() {
        Set<SeriesSecond> taken = new LinkedHashSet<>(dirtySeconds);
        dirtySeconds.clear();
        return taken;
    }

    /** The last second with data, be it data for which there was no room. */
    public OptionalLong lastSecond() {
        OptionalLong kept = seconds(RetainedPanes::last).max();
        return kept.isEmpty() ? kept : OptionalLong.of(Math.max(kept.getAsLong(), lanes().refusedThrough()));
    }

    /** About how many bytes of the heap its seconds take, and what was in flight in them. */
    public long heapBytes() {
        return inFlight().heapBytes()
                + series.live().stream()
                        .mapToLong(one -> one.panes().heapBytes())
                        .sum();
    }

    /**
     * End of the last window to settle, as long as nothing more comes: that of the last data. A run that has ended has windows up to its end, as
     * live ones were shown for as long as it was known to go on.
     */
    OptionalLong dataEnd() {
        Optional<Instant> ended = definitions().run().map(RunState::getEnded);
        return ended.isPresent()
                ? endThrough(Math.max(ended.get().getEpochSecond(), lanes().lastHeartbeat()))
                : endThrough(Long.MIN_VALUE);
    }

    /** End of the last window to show: beyond the last data nothing but heartbeats says that the run goes on. */
    OptionalLong shownEnd() {
        return endThrough(lanes().lastHeartbeat());
    }

    /** All windows that end later than the longest after the last data are empty. */
    private OptionalLong endThrough(long second) {
        OptionalLong last = lastSecond();
        return last.isEmpty()
                ? last
                : OptionalLong.of(Math.max(
                        last.getAsLong() + 1, Math.min(second, last.getAsLong() + 1 + WindowLength.MAX_SECONDS)));
    }

    /** The first retained second. */
    OptionalLong firstSecond() {
        return seconds(RetainedPanes::first).min();
    }

    /** Where the lanes are. Windows do not wait for one that is {@link #MAX_OPEN_SECONDS} behind the data, or for one that is not known. */
    Optional<RunWatermark> watermark(long nowMillis, long dataEnd) {
        Optional<RunWatermark> reached = lanes().watermark(nowMillis, dataEnd);
        long least = dataEnd - MAX_OPEN_SECONDS;
        boolean isHeldUp = emission.settled() < least
                && reached.filter(mark -> mark.throughSecond() >= least).isEmpty();
        return isHeldUp ? Optional.of(new RunWatermark(least, Finality.INCOMPLETE)) : reached;
    }

    /** Seconds that the lanes have announced, and whose windows are not settled. */
    public long unsettledSeconds(long nowMillis) {
        return emission.started()
                ? watermark(nowMillis, dataEnd().orElse(emission.settled()))
                        .map(reached -> Math.max(reached.throughSecond(), emission.settled()) - emission.settled())
                        .orElse(0L)
                : 0;
    }

    private boolean hasObjective(String requestClass) {
        return definitions().objectives().stream()
                .anyMatch(objective -> objective.getRequestClass().equals(requestClass));
    }

    private LongStream seconds(Function<RetainedPanes, OptionalLong> which) {
        return series.live().stream().map(Series::panes).map(which).flatMapToLong(OptionalLong::stream);
    }

    private void addToSeries(SeriesKey key, long second, Pane pane) {
        series(key).add(second, pane);
        if (!key.coversAllClasses() && RequestClass.isPartOfAll(key.requestClass())) {
            series(key.ofAllClasses()).add(second, pane);
        }
    }

    /** Writes what changed since the last call. */
    public void save(EntryWriter out) {
        takeDirtySeconds().forEach(second -> saveSecond(second, out));
        inFlight().takeUnsaved().forEach((name, bytes) -> out.put(EntryKind.FLIGHT, name, bytes));
        for (Series one : series()) {
            one.written()
                    .takeUnsaved(one.key())
                    .forEach((end, bytes) -> out.put(EntryKind.WRITTEN, secondName(one.key(), end), bytes));
        }
        if (emission.takeDirty()) {
            out.put(EntryKind.HEADS, "", emission.toBytes());
        }
    }

    private void saveSecond(SeriesSecond second, EntryWriter out) {
        find(second.series()).flatMap(one -> one.panes().at(second.second())).ifPresent(pane -> {
            WireWriter bytes = WireWriter.versioned();
            new PaneDelta(second.series(), second.second(), pane).write(bytes);
            out.put(EntryKind.SECOND, secondName(second.series(), second.second()), bytes.toBytes());
        });
    }

    /** Takes a second that is let go of. */
    @FunctionalInterface
    public interface EvictedSeconds {
        void evict(SeriesKey series, long second, Pane pane);
    }

    /** Lets go of seconds before one: their sum stays. */
    public void evictBefore(long second, EvictedSeconds taker, EntryWriter out) {
        for (Series one : series()) {
            evictSeconds(one, second, taker, out);
            evictPublished(one, second, out);
        }
        evictIdle().forEach(one -> evictPublished(one, Long.MAX_VALUE, out));
    }

    private static void evictSeconds(Series series, long before, EvictedSeconds taker, EntryWriter out) {
        boolean went = false;
        while (series.panes().first().orElse(before) < before) {
            long second = series.panes().first().orElseThrow();
            Pane pane = series.panes().evictFirst();
            taker.evict(series.key(), second, pane);
            out.delete(EntryKind.SECOND, secondName(series.key(), second));
            went = true;
        }
        if (went) {
            out.put(
                    EntryKind.GONE,
                    series.key().name(),
                    EvictedTotals.of(series).toBytes());
        }
    }

    private static void evictPublished(Series series, long before, EntryWriter out) {
        series.written().evict(before).forEach(end -> out.delete(EntryKind.WRITTEN, secondName(series.key(), end)));
    }

    /** Puts a saved second back. */
    public void restoreSecond(byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        PaneDelta saved = PaneDelta.read(in);
        addToSeries(saved.series(), saved.second(), saved.pane());
    }

    /** Puts what was written of the windows of a second back. */
    public void restorePublished(String name, byte[] bytes) {
        long end = Long.parseLong(name.substring(0, name.indexOf('/')));
        WireReader in = WireReader.versioned(bytes);
        find(SeriesKey.read(in)).ifPresent(one -> one.written().restore(end, in));
    }

    /** Puts a saved heartbeat back: a series may have nothing but what is in flight. */
    public void restoreInFlight(String name, byte[] bytes) {
        SeriesKey of = inFlight().restore(name, bytes);
        if (of.step() >= 0) {
            series(of);
        }
    }

    private static String secondName(SeriesKey series, long second) {
        return second + "/" + series.name();
    }
}
