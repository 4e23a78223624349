package io.tidemark.streams.run;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.StepState;
import io.tidemark.streams.slo.AlarmTrack;
import io.tidemark.streams.slo.Change;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Steps the objectives of a run over its seconds, again over amended ones, and closes breaches whose step is over. */
final class AlarmWatch {
    private final RunBook book;
    private final RunOutput output;
    private final long nowMillis;

    AlarmWatch(RunBook book, RunOutput output, long nowMillis) {
        this.book = book;
        this.output = output;
        this.nowMillis = nowMillis;
    }

    void look() {
        long touched = book.heads().takeTouched();
        book.alarms().tracks().values().forEach(track -> track.touched(touched));
        endRemoved();
        for (ObjectiveState objective : book.definitions().objectives()) {
            for (Series series : List.copyOf(book.series())) {
                if (series.key().requestClass().equals(objective.getRequestClass())) {
                    follow(objective, new SeriesSeconds(series.key(), series.panes(), book.flights()));
                }
            }
        }
    }

    /** What an objective that is gone had opened is closed with it. */
    private void endRemoved() {
        for (Map.Entry<Alarms.Key, AlarmTrack> entry :
                List.copyOf(book.alarms().tracks().entrySet())) {
            String name = entry.getKey().objective();
            boolean known = book.definitions().objectives().stream()
                    .anyMatch(objective -> objective.getName().equals(name));
            if (!known) {
                tell(entry.getKey(), entry.getValue(), entry.getValue().end(finality()));
                book.alarms().remove(entry.getKey());
            }
        }
    }

    private void follow(ObjectiveState objective, SeriesSeconds seconds) {
        Alarms.Key key =
                new Alarms.Key(seconds.series().step(), seconds.series().target(), objective.getName());
        OptionalLong beginning = book.alarms().knows(key) ? OptionalLong.of(0) : beginning(key, seconds.first());
        if (beginning.isEmpty()) {
            return;
        }
        AlarmTrack track = book.alarms().track(objective, seconds, beginning.getAsLong());
        ObjectiveStanding before = track.standing();
        long end = endOf(key).map(Instant::getEpochSecond).orElse(Long.MAX_VALUE);
        tell(
                key,
                track,
                track.look(
                        Math.min(judged(end), end),
                        finality(),
                        Math.min(book.lanes().heardThrough(nowMillis), end)));
        if (track.head() >= end) {
            tell(key, track, track.end(finality()));
        }
        if (track.standing() != before) {
            book.step(key.step()).changed();
        }
    }

    /** From the start of the step, so that silence from the start is seen; nothing that was let go of is needed. */
    private OptionalLong beginning(Alarms.Key key, OptionalLong first) {
        Stream<Long> started =
                book.definitions().step(key.step()).map(StepState::getStarted).map(Instant::getEpochSecond).stream();
        long keptFrom = book.heads().started() ? book.heads().keepFrom() : Long.MIN_VALUE;
        return LongStream.concat(first.stream(), started.mapToLong(Long::longValue))
                .map(second -> Math.max(second, keptFrom))
                .min();
    }

    /** Up to where the seconds are settled, whether anything came in them or not. */
    private long judged(long end) {
        long settled = book.heads().settled();
        OptionalLong last = book.lastSecond();
        if (last.isPresent() && settled <= last.getAsLong()) {
            return settled;
        }
        long announced = book.lanes().announced(nowMillis);
        if (announced == LaneBook.EVERYTHING) {
            return end == Long.MAX_VALUE ? settled : end;
        }
        return Math.max(settled, announced);
    }

    private Finality finality() {
        return book.lanes().anySilent(nowMillis) ? Finality.INCOMPLETE : Finality.FINAL;
    }

    private Optional<Instant> endOf(Alarms.Key key) {
        return book.definitions()
                .step(key.step())
                .map(StepState::getEnded)
                .or(() -> book.definitions().run().map(RunState::getEnded));
    }

    private void tell(Alarms.Key key, AlarmTrack track, List<Change> changes) {
        BreachRecords records = new BreachRecords(book, key, track.objective());
        for (Change change : changes) {
            if (change.state() == BreachState.OPENED) {
                book.step(key.step()).breachOpened();
            } else if (change.state() == BreachState.RETRACTED) {
                book.step(key.step()).breachRetracted();
            }
            output.breach(records.of(change, finality()));
        }
    }
}
