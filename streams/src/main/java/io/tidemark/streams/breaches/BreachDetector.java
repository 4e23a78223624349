package io.tidemark.streams.breaches;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.RunState;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepState;
import io.tidemark.streams.control.ObjectiveVersions;
import io.tidemark.streams.lanes.TrackedLane;
import io.tidemark.streams.signals.ScrapeGracePeriod;
import io.tidemark.streams.windows.Series;
import io.tidemark.streams.windows.SeriesWithInFlight;
import io.tidemark.streams.windows.WindowLength;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Steps the objectives of a run over its seconds, again over amended ones, and closes breaches whose step is over or whose objective no
 * longer applies.
 */
public final class BreachDetector {
    private final RunBreaches breaches;
    private final BreachOutput output;
    private final long nowMillis;
    private long invalidatedFrom = Long.MAX_VALUE;

    public BreachDetector(RunBreaches breaches, BreachOutput output, long nowMillis) {
        this.breaches = breaches;
        this.output = output;
        this.nowMillis = nowMillis;
    }

    /** Until which second something is followed, and what ends it there. */
    private record EvaluationEnd(long second, BreachEnd by) {}

    public void evaluate() {
        breaches.timelines().invalidate(breaches.windows().emission().invalidatedFrom());
        invalidatedFrom = breaches.windows().emission().takeInvalidatedFrom();
        breaches.timelines().all().forEach(this::invalidate);
        List<ObjectiveVersions.Version> versions =
                breaches.windows().definitions().objectiveVersions().versions();
        breaches.timelines()
                .retainVersions(versions.stream()
                        .map(version ->
                                new TimelineKey.Version(version.objective().getName(), version.fromSecond()))
                        .collect(Collectors.toSet()));
        for (ObjectiveVersions.Version version : versions) {
            for (Series series : List.copyOf(breaches.windows().series())) {
                if (series.key().requestClass().equals(version.objective().getRequestClass())) {
                    follow(
                            version,
                            new SeriesWithInFlight(
                                    series.key(),
                                    series.panes(),
                                    breaches.windows().inFlight()));
                }
            }
        }
        republish(breaches.windows().emission().takeEvidenceInvalidatedFrom());
    }

    /** Publishes again, where the record differs, the breaches that were published before all of their data was known. */
    private void republish(long joinedFrom) {
        breaches.timelines().all().forEach((key, track) -> {
            if (track.hasPublished()) {
                republish(key, track, joinedFrom);
            }
        });
    }

    private void republish(TimelineKey key, ObjectiveTimeline track, long joinedFrom) {
        BreachRecords records = new BreachRecords(breaches, key, track.condition());
        track.published().stream()
                .filter(change -> change.breach().latest().second() > joinedFrom || records.isStale(change))
                .map(change -> records.of(change, finality()))
                .filter(breaches.timelines().lastPublished()::differs)
                .forEach(this::send);
    }

    /** The run is forgotten: nothing of it stays open. */
    public void closeAll() {
        breaches.timelines().all().forEach((key, track) -> publish(key, track, track.end(finality(), BreachEnd.ENDED)));
    }

    /** A version is not taken back to before it held. */
    private void invalidate(TimelineKey key, ObjectiveTimeline track) {
        track.invalidateFrom(Math.max(invalidatedFrom, key.fromSecond()));
    }

    private void follow(ObjectiveVersions.Version version, SeriesWithInFlight seconds) {
        ObjectiveCondition.of(version.objective()).forEach(watched -> follow(watched, version, seconds));
    }

    private void follow(ObjectiveCondition watched, ObjectiveVersions.Version version, SeriesWithInFlight seconds) {
        TimelineKey key = new TimelineKey(
                seconds.series().step(),
                seconds.series().target(),
                version.objective().getName(),
                watched.description(),
                version.fromSecond());
        EvaluationEnd until = until(key, version);
        OptionalLong beginning = startSecond(key, seconds.first());
        if (!breaches.timelines().isKnown(key)
                && (beginning.isEmpty() || Math.max(beginning.getAsLong(), version.fromSecond()) >= until.second)) {
            return;
        }
        long from = Math.max(beginning.orElse(0), version.fromSecond());
        boolean restored = breaches.timelines().isSaved(key);
        ObjectiveTimeline track = breaches.timelines().getOrCreate(key, watched, seconds, from);
        if (restored) {
            invalidate(key, track); // what came since the restart came before it was here
        }
        ObjectiveStanding before = track.standing();
        evaluate(key, track, until);
        if (track.standing() != before) {
            breaches.steps().step(key.step()).markChanged();
        }
    }

    private void evaluate(TimelineKey key, ObjectiveTimeline track, EvaluationEnd until) {
        long judged = evaluableThrough(until);
        if (Math.max(judged, track.head()) >= until.second) {
            publish(key, track, track.finish(reachableEnd(track, until), finality(), until.by));
            return;
        }
        long ahead = Math.min(breaches.windows().lanes().heartbeatThrough(nowMillis), until.second);
        publish(key, track, track.evaluate(judged, finality(), ahead));
    }

    /**
     * Where to end: what was looked at beyond is taken back, but no further than to where windows are still known whole. An end
     * that came to be known later than that ends it there.
     */
    private long reachableEnd(ObjectiveTimeline track, EvaluationEnd until) {
        return Math.max(
                until.second,
                Math.min(track.head(), breaches.windows().emission().evaluableFrom()));
    }

    /** The end of its step or run, or the change of the objective if that is earlier. */
    private EvaluationEnd until(TimelineKey key, ObjectiveVersions.Version version) {
        long end = breaches.windows()
                .definitions()
                .step(key.step())
                .map(StepState::getEnded)
                .or(() -> breaches.windows().definitions().run().map(RunState::getEnded))
                .map(Instant::getEpochSecond)
                .orElse(Long.MAX_VALUE);
        return end <= version.untilSecond()
                ? new EvaluationEnd(end, BreachEnd.ENDED)
                : new EvaluationEnd(version.untilSecond(), version.endedBy());
    }

    /** From the start of the step, so that silence from the start is seen; nothing that was let go of is needed. */
    private OptionalLong startSecond(TimelineKey key, OptionalLong first) {
        Stream<Long> started = breaches
                .windows()
                .definitions()
                .step(key.step())
                .map(StepState::getStarted)
                .map(Instant::getEpochSecond)
                .stream();
        long keptFrom = breaches.windows().emission().started()
                ? breaches.windows().emission().retainFrom()
                : Long.MIN_VALUE;
        return LongStream.concat(first.stream(), started.mapToLong(Long::longValue))
                .map(second -> Math.max(second, keptFrom))
                .min();
    }

    /** Up to where the seconds are settled, whether anything came in them or not. */
    private long evaluableThrough(EvaluationEnd until) {
        long settled = breaches.windows().emission().settled();
        OptionalLong last = breaches.windows().lastSecond();
        if (last.isPresent() && settled <= last.getAsLong()) {
            return settled;
        }
        long announced = breaches.windows().lanes().announcedThrough(nowMillis);
        if (announced == TrackedLane.ALL) {
            return until.second == Long.MAX_VALUE ? settled : until.second;
        }
        return Math.max(
                settled,
                new ScrapeGracePeriod(
                                breaches.windows().signals(), breaches.windows().lanes(), nowMillis)
                        .settleThrough(announced));
    }

    /** What is judged now goes back as far as the longest window does. */
    private Finality finality() {
        long settled = breaches.windows().emission().settled();
        boolean lacks = breaches.windows().lanes().anySilent(nowMillis)
                || breaches.windows().lanes().missing(settled - WindowLength.MAX_SECONDS, settled) > 0;
        return lacks ? Finality.INCOMPLETE : Finality.FINAL;
    }

    private void publish(TimelineKey key, ObjectiveTimeline track, List<BreachChange> changes) {
        BreachRecords records = new BreachRecords(breaches, key, track.condition());
        for (BreachChange change : changes) {
            if (change.state() == BreachState.OPENED) {
                breaches.steps().step(key.step()).addBreach();
            } else if (change.state() == BreachState.RETRACTED) {
                breaches.steps().step(key.step()).removeBreach();
            }
            send(records.of(change, finality()));
        }
    }

    private void send(SloBreach breach) {
        breaches.timelines().lastPublished().put(breach);
        output.breach(breach);
    }
}
