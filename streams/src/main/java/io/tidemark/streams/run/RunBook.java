package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.schemas.RequestClass;
import io.tidemark.streams.flow.SeriesPlaces;
import io.tidemark.streams.pane.LaneProgress;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.PaneDelta;
import io.tidemark.streams.pane.SeriesKey;
import io.tidemark.streams.signal.ClientBeats;
import io.tidemark.streams.signal.Samples;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Everything that is known of one run. Not thread-safe. */
final class RunBook {
    /** A second of a series. */
    record Second(SeriesKey series, long second) {}

    private final String run;
    private final Definitions definitions = new Definitions();
    private final LaneBooks lanes = new LaneBooks();
    private final SeriesBook series;
    private final StepBooks steps = new StepBooks(definitions);
    private final Samples samples = new Samples();
    private final ClientBeats beats = new ClientBeats();
    private final Alarms alarms = new Alarms();
    private final FoundMoves moves = new FoundMoves();
    private final Flights flights = new Flights();
    private final Heads heads = new Heads();
    private final Set<Second> dirtySeconds = new LinkedHashSet<>();
    private final AnnouncedMarks announced = new AnnouncedMarks(SampleWait.PATIENCE);
    private final Map<String, Long> scrapedMillis = new HashMap<>();
    private final Amendments amendments = new Amendments();
    private final RunAge age = new RunAge();
    private long touchedMillis;

    RunBook(String run, SeriesPlaces.Share places, long nowMillis) {
        this.run = run;
        this.series = new SeriesBook(heads, places);
        this.touchedMillis = nowMillis;
    }

    String run() {
        return run;
    }

    Definitions definitions() {
        return definitions;
    }

    LaneBooks lanes() {
        return lanes;
    }

    Samples samples() {
        return samples;
    }

    ClientBeats beats() {
        return beats;
    }

    Alarms alarms() {
        return alarms;
    }

    FoundMoves moves() {
        return moves;
    }

    Flights flights() {
        return flights;
    }

    Heads heads() {
        return heads;
    }

    Collection<Series> series() {
        return series.live();
    }

    AnnouncedMarks announced() {
        return announced;
    }

    /** When a scrape of a target was last taken, by the host's clock; empty for one of which none came since the start. */
    OptionalLong scrapedMillis(String target) {
        Long millis = scrapedMillis.get(target);
        return millis == null ? OptionalLong.empty() : OptionalLong.of(millis);
    }

    /** When windows are to be amended. */
    Amendments amendments() {
        return amendments;
    }

    StepBooks steps() {
        return steps;
    }

    /** When anything was last heard of it. */
    long touchedMillis() {
        return touchedMillis;
    }

    void touch(long nowMillis) {
        touchedMillis = nowMillis;
        age.touched();
    }

    /** After each tick: see {@link RunAge}. */
    void ticked(long elapsedMillis, boolean isBehind) {
        age.ticked(elapsedMillis, isBehind, heads.settled());
    }

    /** Whether it can be forgotten. */
    boolean isOver() {
        return age.isOver(definitions.ended() && !lanes.awaitAnnounced());
    }

    /**
     * What became of the values of a delta.
     *
     * @param late for a second that had been in a FINAL record
     * @param asOther counted as another class, for there is no room for theirs
     * @param refused in no window, for there is no room for their step and target
     * @param unsegmented requests in their step's result and in no segment's: theirs is gone, or there are too many
     */
    record Taken(long late, long asOther, long refused, long unsegmented) {}

    /** Counts a delta in: to its class and to all of them together, and to its step. */
    Taken add(PaneDelta delta) {
        Optional<SeriesKey> place = series.place(delta.series(), this::isJudged);
        if (place.isEmpty()) {
            long unsegmented = steps.has(delta.series().step()) ? steps.add(delta) : 0;
            return new Taken(0, 0, delta.pane().values(), unsegmented);
        }
        boolean asOther = !place.get().equals(delta.series());
        return count(
                new PaneDelta(place.get(), delta.second(), delta.pane()),
                asOther ? delta.pane().values() : 0);
    }

    private Taken count(PaneDelta delta, long asOther) {
        boolean late = delta.second() < heads.finalBefore();
        if (late) {
            delta.pane().markLate();
        }
        heads.cameIn(delta.second());
        joinedAnew(delta.second());
        addToSeries(delta.series(), delta.second(), delta.pane());
        long unsegmented = steps.add(delta);
        dirtySeconds.add(new Second(delta.series(), delta.second()));
        return new Taken(late ? delta.pane().values() : 0, asOther, 0, unsegmented);
    }

    /** Takes which records of a lane were read, after what they hold. */
    void progress(LaneProgress progress, long nowMillis) {
        long completeFrom = lanes.progress(progress, nowMillis);
        if (completeFrom != Long.MAX_VALUE) {
            heads.amendFrom(Math.max(completeFrom, heads.keepFrom()));
            steps.changed();
        }
    }

    /** Something came to be known of a second: what breaches show beside their figures may be another, if it had been settled. */
    private void joinedAnew(long second) {
        moves.touched(second);
        if (heads.started() && second < heads.settled()) {
            heads.joinedAnew(second);
        }
    }

    /** Takes a definition; results that show it are due again. Returns what is to be kept of it; nothing if it changes nothing. */
    Optional<ControlEvent> define(ControlEvent event, long nowMillis) {
        boolean unseen = event.getState() instanceof StepState state
                && definitions.step(state.getStep()).isEmpty();
        Optional<ControlEvent> kept = definitions.apply(event, heads.judgedFrom());
        if (kept.isEmpty()) {
            return kept;
        }
        kept.filter(change -> change.getState() instanceof SloState)
                .map(change -> ((SloState) change.getState()).getChanged().getEpochSecond())
                .ifPresent(heads::touch);
        if (unseen) {
            heads.amendFrom(((StepState) event.getState())
                    .getStarted()
                    .getEpochSecond()); // windows of the whole step begin there
        }
        heads.joinedAnew(0);
        expectLanes(nowMillis);
        if (event.getState() instanceof StepState state) {
            var unused = steps.step(state.getStep());
        } else if (event.getState() instanceof SloState) {
            steps.judge();
        }
        steps.changed();
        return kept;
    }

    /** Takes a scrape: results of steps that it tells something of are due again, as are windows and breaches that went without it. */
    void join(ServerSample sample) {
        OptionalLong before = samples.knownThrough(sample.getTarget());
        samples.add(sample);
        scrapedMillis.put(sample.getTarget(), touchedMillis);
        long second = sample.getScrapeEnd().getEpochSecond();
        heads.amendFrom(second);
        moves.touched(second);
        if (second < alarms.furthest().orElse(Long.MAX_VALUE)) { // nothing is followed yet after a restart
            heads.joinedAnew(second);
        }
        steps.changed(span -> span.isToldBy(sample.getScrapeEnd(), before));
    }

    /** Takes a heartbeat. */
    void hear(Heartbeat heartbeat, long nowMillis) {
        lanes.hear(heartbeat, nowMillis);
        long second = flights.hear(heartbeat);
        heads.touch(second);
        heads.amendFrom(second);
        joinedAnew(second);
        if (heartbeat.getStep() >= 0) {
            series.place(new SeriesKey(heartbeat.getStep(), heartbeat.getTarget(), SeriesKey.ALL), this::isJudged)
                    .ifPresent(series::of);
        }
        beats.hear(heartbeat);
    }

    /** Puts a saved second back. */
    void restore(PaneDelta saved) {
        addToSeries(saved.series(), saved.second(), saved.pane());
    }

    /** Puts the saved sum of seconds that were let go back. */
    void restoreGone(byte[] saved) {
        series.restoreGone(saved);
    }

    /** Puts a saved heartbeat back: a series may have nothing but what is in flight. */
    void restoreFlight(String name, byte[] bytes) {
        SeriesKey of = flights.restore(name, bytes);
        if (of.step() >= 0) {
            series(of);
        }
    }

    /** Sums the windows afresh once everything was put back. */
    void restored() {
        expectLanes(touchedMillis);
        steps.judge();
        moves.goneBefore(heads.keepFrom());
        series.live().forEach(one -> {
            one.settled().startAt(heads.settled());
            one.live().startAt(heads.live());
        });
    }

    private void expectLanes(long nowMillis) {
        definitions
                .run()
                .ifPresent(state -> lanes.expect(
                        state.getLanes(), nowMillis, state.getStarted().toEpochMilli()));
    }

    Series series(SeriesKey key) {
        return series.of(key);
    }

    /** Empty for one that is not kept now. */
    Optional<Series> find(SeriesKey key) {
        return series.find(key);
    }

    /** Gives back the places of series that have fallen idle; returns these. */
    List<Series> letGoOfIdle() {
        return series.letGoOfIdle(this::isJudged);
    }

    /** Gives back all its places. */
    void forget() {
        series.forget();
    }

    private boolean isJudged(String requestClass) {
        return definitions.objectives().stream()
                .anyMatch(objective -> objective.getRequestClass().equals(requestClass));
    }

    /** Seconds changed since the last call. */
    Set<Second> takeDirtySeconds() {
        Set<Second> taken = new LinkedHashSet<>(dirtySeconds);
        dirtySeconds.clear();
        return taken;
    }

    /** The last second with data. */
    OptionalLong lastSecond() {
        return seconds(Panes::last).max();
    }

    /** Seconds that the lanes have announced, and whose windows are not settled. */
    long unsettledSeconds(long nowMillis) {
        return heads.started()
                ? lanes.settlement(nowMillis, lastSecond().orElse(heads.settled()))
                        .map(settlement -> settlement.throughSecond() - heads.settled())
                        .orElse(0L)
                : 0;
    }

    /** The first retained second. */
    OptionalLong firstSecond() {
        return seconds(Panes::first).min();
    }

    private LongStream seconds(Function<Panes, OptionalLong> which) {
        return series.live().stream().map(Series::panes).map(which).flatMapToLong(OptionalLong::stream);
    }

    private void addToSeries(SeriesKey key, long second, Pane pane) {
        series(key).add(second, pane);
        if (!key.coversAllClasses() && RequestClass.isPartOfAll(key.requestClass())) {
            series(key.ofAllClasses()).add(second, pane);
        }
    }
}
