package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.streams.breaches.BurnRateRecords;
import io.tidemark.streams.breaches.RunBreaches;
import io.tidemark.streams.control.RunDefinitions;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.lanes.InFlightHistory;
import io.tidemark.streams.lanes.LaneProgress;
import io.tidemark.streams.lanes.RunLanes;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.signals.RunSignals;
import io.tidemark.streams.steps.RunSteps;
import io.tidemark.streams.steps.StepSources;
import io.tidemark.streams.windows.EmissionProgress;
import io.tidemark.streams.windows.RunWindows;
import io.tidemark.streams.windows.SeriesQuota;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** One run: takes what comes for it to its lanes, signals, windows, breaches and steps. Not thread-safe. */
final class TrackedRun {
    private final RunDefinitions definitions = new RunDefinitions();
    private final RunLanes lanes = new RunLanes();
    private final RunSignals signals;
    private final RunWindows windows;
    private final RunSteps steps = new RunSteps(definitions);
    private final RunBreaches breaches;
    private final RunIdleTime age = new RunIdleTime();
    private boolean isEmissionBehind;

    TrackedRun(String run, SeriesQuota.Reservation places, long nowMillis) {
        this.signals = new RunSignals(nowMillis);
        this.windows =
                new RunWindows(run, new RunWindows.Sources(definitions, lanes, new InFlightHistory(), signals), places);
        this.breaches = new RunBreaches(windows, steps);
    }

    String run() {
        return windows.run();
    }

    RunDefinitions definitions() {
        return definitions;
    }

    RunLanes lanes() {
        return lanes;
    }

    RunSignals signals() {
        return signals;
    }

    RunWindows windows() {
        return windows;
    }

    RunBreaches breaches() {
        return breaches;
    }

    RunSteps steps() {
        return steps;
    }

    /** What its steps' results are made from. */
    StepSources stepSources() {
        return new StepSources(
                steps, windows, (step, objective) -> BurnRateRecords.status(breaches.timelines(), step, objective));
    }

    /** When anything was last heard of it. */
    long lastDataMillis() {
        return signals.runDataMillis();
    }

    void onData(long nowMillis) {
        signals.onRunData(nowMillis);
        age.onData();
    }

    /** Its windows were moved on, all of them or as far as there was time for. */
    void emitted(boolean isBehind) {
        isEmissionBehind = isBehind;
    }

    boolean isEmissionBehind() {
        return isEmissionBehind;
    }

    /** After each tick: see {@link RunIdleTime}. */
    void onTick(long elapsedMillis) {
        age.onTick(elapsedMillis, isEmissionBehind, windows.emission().settled());
    }

    /** Whether it can be forgotten. */
    boolean isExpired() {
        return age.isExpired(isDone());
    }

    /** Whether it ended and nothing that it announced is waited for. */
    boolean isDone() {
        return definitions.hasEnded() && !lanes.awaitsAnnounced();
    }

    /** See {@link RunIdleTime}. */
    boolean isSilent() {
        return age.isSilent();
    }

    long silentMillis() {
        return age.silentMillis();
    }

    /** Whether a record has values of a step, target or class that there is no series of. */
    boolean beginsSeries(RunInboxRecord record) {
        if (record instanceof RunInboxRecord.Deltas deltas) {
            return deltas.panes().stream()
                    .anyMatch(delta -> windows.find(delta.series()).isEmpty());
        }
        return record instanceof RunInboxRecord.HeartbeatReceived beat
                && beat.heartbeat().getStep() >= 0
                && windows.find(allClassesOf(beat.heartbeat())).isEmpty();
    }

    private static SeriesKey allClassesOf(Heartbeat heartbeat) {
        return new SeriesKey(heartbeat.getStep(), heartbeat.getTarget(), SeriesKey.ALL);
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
        Optional<SeriesKey> place = windows.resolve(delta.series());
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
        boolean late = windows.add(delta);
        breaches.invalidateEvidence(delta.second());
        long unsegmented = steps.add(delta);
        boolean isReported = late && !delta.series().isOfOneTarget();
        return new DeltaOutcome(isReported ? delta.pane().values() : 0, asOther, 0, unsegmented);
    }

    /** What came of a second finds no room: it is in no figure, and what covers the second says that it lacks it. */
    void refuse(PaneDelta delta) {
        if (delta.series().isOfOneTarget()) {
            return; // the same events are in a series of all targets
        }
        lanes.refuse(delta.second(), Math.max(1, delta.pane().ended().size()));
        windows.emission().amendFrom(delta.second());
        steps.markChanged();
    }

    /** Takes which records of a lane were read for which there is no room: they are waited for no longer. */
    void onProgressWithoutRoom(LaneProgress progress, long nowMillis) {
        if (lanes.contains(progress.lane())) {
            onLaneProgress(progress, nowMillis);
            lanes.shrink(progress.lane());
        }
    }

    /** Takes which records of a lane were read, after what they hold. */
    void onLaneProgress(LaneProgress progress, long nowMillis) {
        long completeFrom = lanes.progress(progress, nowMillis);
        if (completeFrom != Long.MAX_VALUE) {
            windows.emission()
                    .amendFrom(Math.max(completeFrom, windows.emission().retainFrom()));
            steps.markChanged();
        }
    }

    /** Gives up events that have been waited for long enough. */
    void settleLanes(long nowMillis) {
        if (lanes.settle(nowMillis)) {
            signals.onRunData(nowMillis);
            age.onGivenUp();
        }
    }

    /** Takes a definition; results that show it are due again. Returns what is to be kept of it; nothing if it changes nothing. */
    Optional<ControlEvent> define(ControlEvent event, long nowMillis) {
        boolean unseen = event.getState() instanceof StepState state
                && definitions.step(state.getStep()).isEmpty();
        Optional<ControlEvent> kept =
                definitions.apply(event, windows.emission().evaluableFrom());
        if (kept.isEmpty()) {
            return kept;
        }
        kept.filter(change -> change.getState() instanceof SloState)
                .map(change -> ((SloState) change.getState()).getChanged().getEpochSecond())
                .ifPresent(windows.emission()::invalidateFrom);
        if (unseen) {
            windows.emission()
                    .amendFrom(((StepState) event.getState())
                            .getStarted()
                            .getEpochSecond()); // windows of the whole step begin there
        }
        windows.emission().invalidateEvidenceFrom(0);
        expectLanes(nowMillis);
        if (event.getState() instanceof StepState state) {
            var unused = steps.step(state.getStep());
        } else if (event.getState() instanceof SloState) {
            steps.followObjectives();
        }
        steps.markChanged();
        return kept;
    }

    /** Takes a scrape: results of steps that it concerns are due again, as are windows and breaches that went without it. */
    void addScrape(ServerSample sample, long nowMillis) {
        OptionalLong before = signals.scrapes().knownThrough(sample.getTarget());
        signals.add(sample, nowMillis);
        long second = sample.getScrapeEnd().getEpochSecond();
        windows.emission().amendFrom(second);
        breaches.onScrape(second);
        steps.markChanged(span -> span.isCoveredBy(sample.getScrapeEnd(), before));
    }

    /** Takes a heartbeat. */
    void onHeartbeat(Heartbeat heartbeat, long nowMillis) {
        lanes.onHeartbeat(heartbeat, nowMillis);
        long second = windows.inFlight().onHeartbeat(heartbeat);
        windows.emission().invalidateFrom(second);
        windows.emission().amendFrom(second);
        breaches.invalidateEvidence(second);
        if (heartbeat.getStep() >= 0) {
            windows.resolve(allClassesOf(heartbeat)).ifPresent(windows::series);
        }
        signals.heartbeats().onHeartbeat(heartbeat);
    }

    /** Once everything was put back. */
    void restored() {
        expectLanes(lastDataMillis());
        steps.restored();
        breaches.correlations().evictedBefore(windows.emission().retainFrom());
        signals.restored();
        windows.restored();
    }

    private void expectLanes(long nowMillis) {
        definitions
                .run()
                .ifPresent(state -> lanes.expect(
                        state.getLanes(), nowMillis, state.getStarted().toEpochMilli()));
    }

    /**
     * How long nothing came of a run and nothing was left to do for it: then its results are in the topics, and what would come now would be a replay.
     * It counts ticks and not the time between two clock readings, because a host whose clock steps, or that is suspended, has worked less than that.
     * Not thread-safe.
     */
    static final class RunIdleTime {
        /** After the last record of a run that ended, and after the last one that it announced was given up. */
        static final Duration ENDED = Duration.ofMinutes(10);

        /** After the last record of a run that never ended. */
        static final Duration ABANDONED = Duration.ofHours(24);

        /** After the last record of a run that gives way to what the team has no room for. */
        static final Duration SILENT = Duration.ofMinutes(1);

        /** As much as one tick counts at most. */
        private static final Duration MAX_TICK = Duration.ofMinutes(1);

        /** As much further than the clock as the settled windows of a run come that only waits for the clock. */
        private static final Duration CLOCK_JITTER = Duration.ofSeconds(2);

        private long idleMillis;
        private long silentMillis;
        private long settled = EmissionProgress.UNSET;

        /** Something came. */
        void onData() {
            idleMillis = 0;
            silentMillis = 0;
        }

        /** Events that were announced are waited for no longer: there is something to do, and nothing came. */
        void onGivenUp() {
            idleMillis = 0;
        }

        /**
         * After a tick.
         *
         * @param elapsedMillis since the tick before
         * @param isBehind whether there was more to do than there was room for
         * @param settledThrough how far its windows are settled, epoch seconds
         */
        void onTick(long elapsedMillis, boolean isBehind, long settledThrough) {
            long tickMillis = Math.max(0, Math.min(elapsedMillis, MAX_TICK.toMillis()));
            long settledMillis = TimeUnit.SECONDS.toMillis(settledThrough - settled);
            boolean isCatchingUp = settledMillis > tickMillis + CLOCK_JITTER.toMillis();
            idleMillis = isBehind || settledMillis != 0 ? 0 : idleMillis + tickMillis;
            silentMillis = isBehind || isCatchingUp ? 0 : silentMillis + tickMillis;
            settled = settledThrough;
        }

        /** For how long nothing came, though windows still settle with the clock: a producer whose clock is ahead does not keep its room by that. */
        long silentMillis() {
            return silentMillis;
        }

        /** Whether nothing came for long enough to give way. */
        boolean isSilent() {
            return silentMillis >= SILENT.toMillis();
        }

        /** @param isDone whether it ended and nothing that it announced is waited for */
        boolean isExpired(boolean isDone) {
            return idleMillis > (isDone ? ENDED : ABANDONED).toMillis();
        }
    }
}
