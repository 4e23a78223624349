package io.tidemark.streams.run;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.StepState;
import io.tidemark.streams.slo.AlarmTrack;
import io.tidemark.streams.slo.Change;
import java.time.Instant;
import java.util.Optional;

/** Steps the objectives of a run over its settled seconds, and closes breaches whose step is over. */
final class AlarmWatch {
    private final RunBook book;
    private final RunOutput output;

    AlarmWatch(RunBook book, RunOutput output) {
        this.book = book;
        this.output = output;
    }

    void look() {
        if (!book.heads().started()) {
            return;
        }
        for (ObjectiveState objective : book.definitions().objectives()) {
            book.series()
                    .forEach(series -> book.alarms()
                            .track(objective, series)
                            .ifPresent(track -> follow(keyOf(objective, series), track)));
        }
    }

    private void follow(Alarms.Key key, AlarmTrack track) {
        long limit = limit(key);
        long before = track.head();
        while (track.head() < limit) {
            track.advance(limit).ifPresent(change -> tell(key, track, change));
        }
        if (track.head() != before) {
            book.alarms().changed(key);
        }
        if (isOver(key, track)) {
            track.end(track.head()).ifPresent(change -> {
                tell(key, track, change);
                book.alarms().changed(key);
            });
        }
    }

    /** Windows that end after their step say nothing of it any more. */
    private long limit(Alarms.Key key) {
        return Math.min(
                book.heads().settled(), endOf(key).map(Instant::getEpochSecond).orElse(Long.MAX_VALUE));
    }

    private boolean isOver(Alarms.Key key, AlarmTrack track) {
        Optional<Instant> end = endOf(key);
        long last = book.lastSecond().orElse(0) + 1;
        return end.isPresent() && track.head() >= Math.min(end.get().getEpochSecond(), last);
    }

    private Optional<Instant> endOf(Alarms.Key key) {
        return book.definitions()
                .step(key.step())
                .map(StepState::getEnded)
                .or(() -> book.definitions().run().map(RunState::getEnded));
    }

    private void tell(Alarms.Key key, AlarmTrack track, Change change) {
        if (change.state() == BreachState.OPENED) {
            book.step(key.step()).breachOpened();
        }
        Finality evidence = book.heads().lastFinality();
        output.breach(new BreachRecords(book, key, track.objective()).of(change, evidence));
    }

    private static Alarms.Key keyOf(ObjectiveState objective, Series series) {
        return new Alarms.Key(series.key().step(), series.key().target(), objective.getName());
    }
}
