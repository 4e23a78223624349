package io.tidemark.streams.windows;

import io.tidemark.schemas.RequestClass;
import io.tidemark.streams.control.RunDefinitions;
import io.tidemark.streams.lanes.InFlightHistory;
import io.tidemark.streams.lanes.RunLanes;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.signals.RunSignals;
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
    public record SeriesSecond(SeriesKey series, long second) {}

    /** What decides when windows are settled, and what they show beside their values. */
    public record Sources(RunDefinitions definitions, RunLanes lanes, InFlightHistory inFlight, RunSignals signals) {}

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

    /** Puts a saved second back. */
    public void restore(PaneDelta saved) {
        addToSeries(saved.series(), saved.second(), saved.pane());
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
    public List<Series> evictIdle() {
        return series.evictIdle(this::hasObjective);
    }

    /** Gives back all places. */
    public void release() {
        series.release();
    }

    /** Seconds changed since the last call. */
    public Set<SeriesSecond> takeDirtySeconds() {
        Set<SeriesSecond> taken = new LinkedHashSet<>(dirtySeconds);
        dirtySeconds.clear();
        return taken;
    }

    /** The last second with data. */
    public OptionalLong lastSecond() {
        return seconds(RetainedPanes::last).max();
    }

    /** The first retained second. */
    OptionalLong firstSecond() {
        return seconds(RetainedPanes::first).min();
    }

    /** Seconds that the lanes have announced, and whose windows are not settled. */
    public long unsettledSeconds(long nowMillis) {
        return emission.started()
                ? lanes().watermark(nowMillis, lastSecond().orElse(emission.settled()))
                        .map(settlement -> settlement.throughSecond() - emission.settled())
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
}
