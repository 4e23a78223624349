package io.tidemark.streams.run;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.RunState;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepState;
import io.tidemark.streams.slo.AlarmTrack;
import io.tidemark.streams.slo.Change;
import io.tidemark.streams.slo.Watched;
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
final class AlarmWatch {
    private final RunBook book;
    private final RunOutput output;
    private final long nowMillis;
    private long touched = Long.MAX_VALUE;

    AlarmWatch(RunBook book, RunOutput output, long nowMillis) {
        this.book = book;
        this.output = output;
        this.nowMillis = nowMillis;
    }

    /** Until which second something is followed, and what ends it there. */
    private record Until(long second, BreachEnd by) {}

    void look() {
        book.alarms().touched(book.heads().touched());
        touched = book.heads().takeTouched();
        book.alarms().tracks().forEach(this::touch);
        List<ObjectiveHistory.Version> versions = book.definitions().history().versions();
        book.alarms()
                .keepOnly(versions.stream()
                        .map(version -> new AlarmKey.Version(version.objective().getName(), version.fromSecond()))
                        .collect(Collectors.toSet()));
        for (ObjectiveHistory.Version version : versions) {
            for (Series series : List.copyOf(book.series())) {
                if (series.key().requestClass().equals(version.objective().getRequestClass())) {
                    follow(version, new SeriesSeconds(series.key(), series.panes(), book.flights()));
                }
            }
        }
        tellAnew(book.heads().takeJoinedAnew());
    }

    /** What was told before all that it shows was known is told again where that makes a difference. */
    private void tellAnew(long joinedFrom) {
        book.alarms().tracks().forEach((key, track) -> {
            if (track.tellsAny()) {
                tellAnew(key, track, joinedFrom);
            }
        });
    }

    private void tellAnew(AlarmKey key, AlarmTrack track, long joinedFrom) {
        BreachRecords records = new BreachRecords(book, key, track.watched());
        track.told().stream()
                .filter(change -> change.breach().latest().second() > joinedFrom || records.movedOn(change))
                .map(change -> records.of(change, finality()))
                .filter(book.alarms().told()::isNews)
                .forEach(this::send);
    }

    /** The run is forgotten: nothing of it stays open. */
    void abandon() {
        book.alarms().tracks().forEach((key, track) -> tell(key, track, track.end(finality(), BreachEnd.ENDED)));
    }

    /** A version is not taken back to before it held. */
    private void touch(AlarmKey key, AlarmTrack track) {
        track.touched(Math.max(touched, key.fromSecond()));
    }

    private void follow(ObjectiveHistory.Version version, SeriesSeconds seconds) {
        Watched.of(version.objective()).forEach(watched -> follow(watched, version, seconds));
    }

    private void follow(Watched watched, ObjectiveHistory.Version version, SeriesSeconds seconds) {
        AlarmKey key = new AlarmKey(
                seconds.series().step(),
                seconds.series().target(),
                version.objective().getName(),
                watched.words(),
                version.fromSecond());
        Until until = until(key, version);
        OptionalLong beginning = beginning(key, seconds.first());
        if (!book.alarms().knows(key)
                && (beginning.isEmpty() || Math.max(beginning.getAsLong(), version.fromSecond()) >= until.second)) {
            return;
        }
        long from = Math.max(beginning.orElse(0), version.fromSecond());
        boolean restored = book.alarms().isSaved(key);
        AlarmTrack track = book.alarms().track(key, watched, seconds, from);
        if (restored) {
            touch(key, track); // what came since the restart came before it was here
        }
        ObjectiveStanding before = track.standing();
        look(key, track, until);
        if (track.standing() != before) {
            book.steps().step(key.step()).changed();
        }
    }

    private void look(AlarmKey key, AlarmTrack track, Until until) {
        long judged = judged(until);
        if (Math.max(judged, track.head()) >= until.second) {
            tell(key, track, track.finish(reachable(track, until), finality(), until.by));
            return;
        }
        long ahead = Math.min(book.lanes().heardThrough(nowMillis), until.second);
        tell(key, track, track.look(judged, finality(), ahead));
    }

    /**
     * Where to end: what was looked at beyond is taken back, but no further than to where windows are still known whole. An end
     * that came to be known later than that ends it there.
     */
    private long reachable(AlarmTrack track, Until until) {
        return Math.max(until.second, Math.min(track.head(), book.heads().judgedFrom()));
    }

    /** The end of its step or run, or the change of the objective if that is earlier. */
    private Until until(AlarmKey key, ObjectiveHistory.Version version) {
        long end = book.definitions()
                .step(key.step())
                .map(StepState::getEnded)
                .or(() -> book.definitions().run().map(RunState::getEnded))
                .map(Instant::getEpochSecond)
                .orElse(Long.MAX_VALUE);
        return end <= version.untilSecond()
                ? new Until(end, BreachEnd.ENDED)
                : new Until(version.untilSecond(), version.endedBy());
    }

    /** From the start of the step, so that silence from the start is seen; nothing that was let go of is needed. */
    private OptionalLong beginning(AlarmKey key, OptionalLong first) {
        Stream<Long> started =
                book.definitions().step(key.step()).map(StepState::getStarted).map(Instant::getEpochSecond).stream();
        long keptFrom = book.heads().started() ? book.heads().keepFrom() : Long.MIN_VALUE;
        return LongStream.concat(first.stream(), started.mapToLong(Long::longValue))
                .map(second -> Math.max(second, keptFrom))
                .min();
    }

    /** Up to where the seconds are settled, whether anything came in them or not. */
    private long judged(Until until) {
        long settled = book.heads().settled();
        OptionalLong last = book.lastSecond();
        if (last.isPresent() && settled <= last.getAsLong()) {
            return settled;
        }
        long announced = book.lanes().announced(nowMillis);
        if (announced == LaneBook.EVERYTHING) {
            return until.second == Long.MAX_VALUE ? settled : until.second;
        }
        return Math.max(settled, new SampleWait(book, nowMillis).settleThrough(announced));
    }

    /** What is judged now goes back as far as the longest window does. */
    private Finality finality() {
        long settled = book.heads().settled();
        boolean lacks = book.lanes().anySilent(nowMillis)
                || book.lanes().missing(settled - WindowLength.LONGEST_SECONDS, settled) > 0;
        return lacks ? Finality.INCOMPLETE : Finality.FINAL;
    }

    private void tell(AlarmKey key, AlarmTrack track, List<Change> changes) {
        BreachRecords records = new BreachRecords(book, key, track.watched());
        for (Change change : changes) {
            if (change.state() == BreachState.OPENED) {
                book.steps().step(key.step()).breachOpened();
            } else if (change.state() == BreachState.RETRACTED) {
                book.steps().step(key.step()).breachRetracted();
            }
            send(records.of(change, finality()));
        }
    }

    private void send(SloBreach breach) {
        book.alarms().told().tell(breach);
        output.breach(breach);
    }
}
