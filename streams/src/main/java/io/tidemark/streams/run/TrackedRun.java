package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.schemas.RequestClass;
import io.tidemark.streams.breaches.CorrelationCache;
import io.tidemark.streams.breaches.ObjectiveTimelines;
import io.tidemark.streams.control.RunDefinitions;
import io.tidemark.streams.lanes.AnnouncementTimes;
import io.tidemark.streams.lanes.InFlightHistory;
import io.tidemark.streams.lanes.LaneProgress;
import io.tidemark.streams.lanes.RunLanes;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.signals.HeartbeatHistory;
import io.tidemark.streams.signals.ScrapeContact;
import io.tidemark.streams.signals.ScrapeHistory;
import io.tidemark.streams.steps.RunSteps;
import io.tidemark.streams.windows.AmendmentSchedule;
import io.tidemark.streams.windows.EmissionProgress;
import io.tidemark.streams.windows.RetainedPanes;
import io.tidemark.streams.windows.RunSeries;
import io.tidemark.streams.windows.Series;
import io.tidemark.streams.windows.SeriesQuota;
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
final class TrackedRun {
    /** A second of a series. */
    record SeriesSecond(SeriesKey series, long second) {}

    private final String run;
    private final RunDefinitions definitions = new RunDefinitions();
    private final RunLanes lanes = new RunLanes();
    private final RunSeries series;
    private final RunSteps steps = new RunSteps(definitions);
    private final ScrapeHistory scrapes = new ScrapeHistory();
    private final HeartbeatHistory heartbeats = new HeartbeatHistory();
    private final ObjectiveTimelines timelines = new ObjectiveTimelines();
    private final CorrelationCache correlations = new CorrelationCache();
    private final InFlightHistory inFlight = new InFlightHistory();
    private final EmissionProgress emission = new EmissionProgress();
    private final Set<SeriesSecond> dirtySeconds = new LinkedHashSet<>();
    private final AnnouncementTimes announced = new AnnouncementTimes(ScrapeContact.GRACE);
    private final Map<String, ScrapeContact> scrapeContacts = new HashMap<>();
    private final AmendmentSchedule amendments = new AmendmentSchedule();
    private final RunIdleTime age = new RunIdleTime();
    private long lastDataMillis;

    TrackedRun(String run, SeriesQuota.Reservation places, long nowMillis) {
        this.run = run;
        this.series = new RunSeries(emission, places);
        this.lastDataMillis = nowMillis;
    }

    String run() {
        return run;
    }

    RunDefinitions definitions() {
        return definitions;
    }

    RunLanes lanes() {
        return lanes;
    }

    ScrapeHistory scrapes() {
        return scrapes;
    }

    HeartbeatHistory heartbeats() {
        return heartbeats;
    }

    ObjectiveTimelines timelines() {
        return timelines;
    }

    CorrelationCache correlations() {
        return correlations;
    }

    InFlightHistory inFlight() {
        return inFlight;
    }

    EmissionProgress emission() {
        return emission;
    }

    Collection<Series> series() {
        return series.live();
    }

    AnnouncementTimes announced() {
        return announced;
    }

    /** When a target's newest scrape was read; empty for a target that has none. */
    Optional<ScrapeContact> scrapeContact(String target) {
        return Optional.ofNullable(scrapeContacts.get(target));
    }

    /** When windows are to be amended. */
    AmendmentSchedule amendments() {
        return amendments;
    }

    RunSteps steps() {
        return steps;
    }

    /** When anything was last heard of it. */
    long lastDataMillis() {
        return lastDataMillis;
    }

    void onData(long nowMillis) {
        lastDataMillis = nowMillis;
        age.onData();
    }

    /** After each tick: see {@link RunIdleTime}. */
    void onTick(long elapsedMillis, boolean isBehind) {
        age.onTick(elapsedMillis, isBehind, emission.settled());
    }

    /** Whether it can be forgotten. */
    boolean isExpired() {
        return age.isExpired(definitions.hasEnded() && !lanes.awaitsAnnounced());
    }

    /**
     * What became of the values of a delta.
     *
     * @param late for a second that had been in a FINAL record
     * @param asOther counted as another class, for there is no room for theirs
     * @param refused in no window, for there is no room for their step and target
     * @param unsegmented requests in their step's result and in no segment's: theirs is gone, or there are too many
     */
    record DeltaOutcome(long late, long asOther, long refused, long unsegmented) {}

    /** Counts a delta in: to its class and to all of them together, and to its step. */
    DeltaOutcome add(PaneDelta delta) {
        Optional<SeriesKey> place = series.resolve(delta.series(), this::hasObjective);
        if (place.isEmpty()) {
            long unsegmented = steps.has(delta.series().step()) ? steps.add(delta) : 0;
            return new DeltaOutcome(0, 0, delta.pane().values(), unsegmented);
        }
        boolean asOther = !place.get().equals(delta.series());
        return count(
                new PaneDelta(place.get(), delta.second(), delta.pane()),
                asOther ? delta.pane().values() : 0);
    }

    private DeltaOutcome count(PaneDelta delta, long asOther) {
        boolean late = delta.second() < emission.finalBefore();
        if (late) {
            delta.pane().markLate();
        }
        emission.onData(delta.second());
        invalidateEvidence(delta.second());
        addToSeries(delta.series(), delta.second(), delta.pane());
        long unsegmented = steps.add(delta);
        dirtySeconds.add(new SeriesSecond(delta.series(), delta.second()));
        return new DeltaOutcome(late ? delta.pane().values() : 0, asOther, 0, unsegmented);
    }

    /** Takes which records of a lane were read, after what they hold. */
    void onLaneProgress(LaneProgress progress, long nowMillis) {
        long completeFrom = lanes.progress(progress, nowMillis);
        if (completeFrom != Long.MAX_VALUE) {
            emission.amendFrom(Math.max(completeFrom, emission.retainFrom()));
            steps.markChanged();
        }
    }

    /** Something came to be known of a second: what breaches show beside their figures may be another, if it had been settled. */
    private void invalidateEvidence(long second) {
        correlations.invalidate(second);
        if (emission.started() && second < emission.settled()) {
            emission.invalidateEvidenceFrom(second);
        }
    }

    /** Takes a definition; results that show it are due again. Returns what is to be kept of it; nothing if it changes nothing. */
    Optional<ControlEvent> define(ControlEvent event, long nowMillis) {
        boolean unseen = event.getState() instanceof StepState state
                && definitions.step(state.getStep()).isEmpty();
        Optional<ControlEvent> kept = definitions.apply(event, emission.evaluableFrom());
        if (kept.isEmpty()) {
            return kept;
        }
        kept.filter(change -> change.getState() instanceof SloState)
                .map(change -> ((SloState) change.getState()).getChanged().getEpochSecond())
                .ifPresent(emission::invalidateFrom);
        if (unseen) {
            emission.amendFrom(((StepState) event.getState())
                    .getStarted()
                    .getEpochSecond()); // windows of the whole step begin there
        }
        emission.invalidateEvidenceFrom(0);
        expectLanes(nowMillis);
        if (event.getState() instanceof StepState state) {
            var unused = steps.step(state.getStep());
        } else if (event.getState() instanceof SloState) {
            steps.followObjectives();
        }
        steps.markChanged();
        return kept;
    }

    /** Takes a scrape: results of steps that it tells something of are due again, as are windows and breaches that went without it. */
    void addScrape(ServerSample sample, long nowMillis) {
        OptionalLong before = scrapes.knownThrough(sample.getTarget());
        scrapes.add(sample);
        scrapeContacts.put(
                sample.getTarget(),
                new ScrapeContact(nowMillis, nowMillis - sample.getScrapeEnd().toEpochMilli()));
        long second = sample.getScrapeEnd().getEpochSecond();
        emission.amendFrom(second);
        correlations.invalidate(second);
        if (second < timelines.latestHead().orElse(Long.MAX_VALUE)) { // nothing is followed yet after a restart
            emission.invalidateEvidenceFrom(second);
        }
        steps.markChanged(span -> span.isCoveredBy(sample.getScrapeEnd(), before));
    }

    /** Takes a heartbeat. */
    void onHeartbeat(Heartbeat heartbeat, long nowMillis) {
        lanes.onHeartbeat(heartbeat, nowMillis);
        long second = inFlight.onHeartbeat(heartbeat);
        emission.invalidateFrom(second);
        emission.amendFrom(second);
        invalidateEvidence(second);
        if (heartbeat.getStep() >= 0) {
            series.resolve(new SeriesKey(heartbeat.getStep(), heartbeat.getTarget(), SeriesKey.ALL), this::hasObjective)
                    .ifPresent(series::of);
        }
        heartbeats.onHeartbeat(heartbeat);
    }

    /** Puts a saved second back. */
    void restore(PaneDelta saved) {
        addToSeries(saved.series(), saved.second(), saved.pane());
    }

    /** Puts the saved sum of seconds that were let go back. */
    void restoreEvicted(byte[] saved) {
        series.restoreEvicted(saved);
    }

    /** Puts a saved heartbeat back: a series may have nothing but what is in flight. */
    void restoreInFlight(String name, byte[] bytes) {
        SeriesKey of = inFlight.restore(name, bytes);
        if (of.step() >= 0) {
            series(of);
        }
    }

    /** Sums the windows afresh once everything was put back. */
    void restored() {
        expectLanes(lastDataMillis);
        steps.followObjectives();
        correlations.evictedBefore(emission.retainFrom());
        scrapes.targets()
                .forEach(target -> scrapeContacts.put(target, ScrapeContact.restored(lastDataMillis)));
        series.live().forEach(one -> {
            one.settled().startAt(emission.settled());
            one.live().startAt(emission.live());
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
    List<Series> evictIdle() {
        return series.evictIdle(this::hasObjective);
    }

    /** Gives back all its places. */
    void release() {
        series.release();
    }

    private boolean hasObjective(String requestClass) {
        return definitions.objectives().stream()
                .anyMatch(objective -> objective.getRequestClass().equals(requestClass));
    }

    /** Seconds changed since the last call. */
    Set<SeriesSecond> takeDirtySeconds() {
        Set<SeriesSecond> taken = new LinkedHashSet<>(dirtySeconds);
        dirtySeconds.clear();
        return taken;
    }

    /** The last second with data. */
    OptionalLong lastSecond() {
        return seconds(RetainedPanes::last).max();
    }

    /** Seconds that the lanes have announced, and whose windows are not settled. */
    long unsettledSeconds(long nowMillis) {
        return emission.started()
                ? lanes.watermark(nowMillis, lastSecond().orElse(emission.settled()))
                        .map(settlement -> settlement.throughSecond() - emission.settled())
                        .orElse(0L)
                : 0;
    }

    /** The first retained second. */
    OptionalLong firstSecond() {
        return seconds(RetainedPanes::first).min();
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
