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
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.signals.ScrapeGracePeriod;
import io.tidemark.streams.windows.EmissionProgress;
import io.tidemark.streams.windows.RunWindows;
import io.tidemark.streams.windows.SeriesWithInFlight;
import io.tidemark.streams.windows.TickBudget;
import io.tidemark.streams.windows.WindowLength;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Steps the objectives of a run over its seconds, again over amended ones, and closes breaches whose step is over or whose objective no
 * longer applies.
 */
public final class BreachDetector {
    /** Of the budget, to make a breach record: what moved with it is looked for. */
    private static final int RECORD = 100;

    private final RunBreaches breaches;
    private final BreachOutput output;
    private final TickBudget budget;
    private final EvaluationReach reach;

    /** @param budget in windows that are looked at */
    public BreachDetector(RunBreaches breaches, BreachOutput output, TickBudget budget, long nowMillis) {
        this.breaches = breaches;
        this.output = output;
        this.budget = budget;
        this.reach = EvaluationReach.of(breaches.windows(), nowMillis);
    }

    /** Until which second something is followed, and what ends it there. */
    private record EvaluationEnd(long second, BreachEnd by) {}

    /**
     * Goes on with the look at all objectives, or begins one.
     *
     * @param hasRoom whether so many timelines more may begin
     * @return whether there is more to do at once: the budget ended first
     */
    public boolean evaluate(IntPredicate hasRoom) {
        EmissionProgress emission = breaches.windows().emission();
        breaches.timelines().invalidate(emission.invalidatedFrom());
        long invalidatedFrom = emission.takeInvalidatedFrom();
        breaches.timelines().all().forEach((key, track) -> invalidate(key, track, invalidatedFrom));
        EvaluationPass pass = breaches.pass();
        for (var next = pass.current(); next.isPresent(); next = pass.current()) {
            if (budget.isSpent()) {
                return true;
            }
            if (follow(next.get(), pass, hasRoom)) {
                pass.next();
            }
        }
        EvaluationPass.Published published = pass.published(this::published);
        while (published.left().hasNext()) {
            if (budget.isSpent()) {
                return true;
            }
            republish(published.left().next(), published.joinedFrom());
        }
        breaches.passed();
        return false;
    }

    private EvaluationPass.Published published() {
        List<TimelineKey> keys = new ArrayList<>();
        breaches.timelines().all().forEach((key, track) -> {
            if (track.hasPublished()) {
                keys.add(key);
            }
        });
        return new EvaluationPass.Published(
                keys.iterator(), breaches.windows().emission().takeEvidenceInvalidatedFrom());
    }

    /** Publishes again, where the record differs, the breaches that were published before all of their data was known. */
    private void republish(TimelineKey key, long joinedFrom) {
        ObjectiveTimeline track =
                Objects.requireNonNull(breaches.timelines().all().get(key));
        BreachRecords records = new BreachRecords(breaches, key, track.condition());
        for (BreachChange change : track.published()) {
            budget.spend(1);
            if (change.breach().latest().second() > joinedFrom || records.isStale(change)) {
                budget.spend(RECORD);
                SloBreach record = records.of(change, reach.finality());
                if (breaches.timelines().lastPublished().differs(record)) {
                    send(record);
                }
            }
        }
    }

    /** The run is forgotten: nothing of it stays open. */
    public void closeAll() {
        breaches.timelines()
                .all()
                .forEach((key, track) -> publish(key, track, track.end(reach.finality(), BreachEnd.ENDED)));
    }

    /** A version is not taken back to before it held. */
    private static void invalidate(TimelineKey key, ObjectiveTimeline track, long second) {
        track.invalidateFrom(Math.max(second, key.fromSecond()));
    }

    /** Returns whether all of it was looked at. What there is no room for is not followed at all, its rules neither. */
    private boolean follow(EvaluationPass.Followed next, EvaluationPass pass, IntPredicate hasRoom) {
        budget.spend(1);
        ObjectiveVersions.Version version = next.version();
        SeriesKey series = next.series().key();
        SeriesWithInFlight seconds = new SeriesWithInFlight(
                series, next.series().panes(), breaches.windows().inFlight());
        TimelineKey window = new TimelineKey(
                series.step(), series.target(), version.objective().getName(), "", version.fromSecond());
        EvaluationEnd until = until(window, version);
        List<ObjectiveCondition> all =
                ObjectiveCondition.of(version.objective()).toList();
        Supplier<OptionalLong> beginning = () -> startSecond(window, seconds.first()).stream()
                .map(second -> Math.max(second, version.fromSecond()))
                .findFirst();
        if (!breaches.timelines().isKnown(window)) {
            boolean mayBegin = beginning.get().orElse(Long.MAX_VALUE) < until.second;
            if (!mayBegin || !hasRoom(all.size(), pass, hasRoom)) {
                return true;
            }
        }
        boolean isWhole = true;
        for (ObjectiveCondition watched : all) {
            TimelineKey key = window.of(watched.description());
            isWhole &= evaluate(key, track(key, watched, seconds, beginning), until);
        }
        return isWhole;
    }

    private static boolean hasRoom(int timelines, EvaluationPass pass, IntPredicate room) {
        if (room.test(timelines)) {
            return true;
        }
        pass.refuse(timelines);
        return false;
    }

    private ObjectiveTimeline track(
            TimelineKey key, ObjectiveCondition watched, SeriesWithInFlight seconds, Supplier<OptionalLong> beginning) {
        boolean restored = breaches.timelines().isSaved(key);
        ObjectiveTimeline track = breaches.timelines()
                .getOrCreate(key, watched, seconds, () -> beginning.get().orElse(key.fromSecond()));
        if (restored) { // what came since the restart came before it was here
            invalidate(key, track, breaches.windows().emission().takenFrom());
        }
        return track;
    }

    /** Returns whether all of it was looked at. */
    private boolean evaluate(TimelineKey key, ObjectiveTimeline track, EvaluationEnd until) {
        ObjectiveStanding before = track.standing();
        long judged = reach.judgedThrough(until.second);
        if (Math.max(judged, track.head()) >= until.second) {
            publish(key, track, track.finish(reachableEnd(track, until), reach.finality(), until.by, budget));
        } else {
            long ahead = Math.min(reach.spoken(), until.second);
            publish(key, track, track.evaluate(judged, reach.finality(), ahead, budget));
        }
        if (track.standing() != before) {
            breaches.steps().step(key.step()).markChanged();
        }
        return !track.isPaused();
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

    private void publish(TimelineKey key, ObjectiveTimeline track, List<BreachChange> changes) {
        BreachRecords records = new BreachRecords(breaches, key, track.condition());
        for (BreachChange change : changes) {
            budget.spend(RECORD);
            if (change.state() == BreachState.OPENED) {
                breaches.steps().step(key.step()).addBreach();
            } else if (change.state() == BreachState.RETRACTED) {
                breaches.steps().step(key.step()).removeBreach();
            }
            send(records.of(change, reach.finality()));
        }
    }

    private void send(SloBreach breach) {
        breaches.timelines().lastPublished().put(breach);
        output.breach(breach);
    }

    /**
     * How far the objectives of a run can be looked at, the same for all of them at one time.
     *
     * @param judged up to where the seconds are settled, whether anything came in them or not
     * @param isOver whether that is so of all seconds, as every lane has closed
     * @param spoken up to where every lane that speaks has spoken
     * @param finality of what is judged: it goes back as far as the longest window does
     */
    record EvaluationReach(long judged, boolean isOver, long spoken, Finality finality) {
        static EvaluationReach of(RunWindows windows, long nowMillis) {
            long settled = windows.emission().settled();
            OptionalLong last = windows.lastSecond();
            long announced = windows.lanes().announcedThrough(nowMillis);
            boolean isWhole = last.isEmpty() || settled > last.getAsLong();
            boolean isOver = isWhole && announced == TrackedLane.ALL;
            long judged = isWhole && !isOver
                    ? new ScrapeGracePeriod(windows.signals(), windows.lanes(), nowMillis).settleThrough(announced)
                    : settled;
            boolean lacks = windows.lanes().anySilent(nowMillis)
                    || windows.lanes().missing(settled - WindowLength.MAX_SECONDS, settled) > 0;
            return new EvaluationReach(
                    Math.max(settled, judged),
                    isOver,
                    windows.lanes().heartbeatThrough(nowMillis),
                    lacks ? Finality.INCOMPLETE : Finality.FINAL);
        }

        /** Of what ends at a second. */
        long judgedThrough(long end) {
            return isOver && end != Long.MAX_VALUE ? end : judged;
        }
    }
}
