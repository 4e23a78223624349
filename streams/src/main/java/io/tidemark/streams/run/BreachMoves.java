package io.tidemark.streams.run;

import io.tidemark.events.BurnRule;
import io.tidemark.events.RunState;
import io.tidemark.events.StepState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.streams.signal.Ended;
import io.tidemark.streams.signal.MovedWith;
import io.tidemark.streams.signal.Times;
import io.tidemark.streams.slo.AlarmTrack;
import io.tidemark.streams.slo.Breach;
import io.tidemark.streams.slo.Watched;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What moved with a breach: beside it the scrapes of its target, the heartbeats of its run and what became of its requests. */
final class BreachMoves {
    private static final int EVERY_SECONDS = 5;

    private final RunBook book;
    private final AlarmKey key;
    private final Watched watched;

    BreachMoves(RunBook book, AlarmKey key, Watched watched) {
        this.book = book;
        this.key = key;
        this.watched = watched;
    }

    MovedWith.Found of(Breach breach) {
        Times times = times(breach);
        return book.moves().of(key, breach.sinceSecond(), times, () -> find(times));
    }

    /** Whether it is found to have moved with other things than it was. */
    boolean movedOn(Breach breach) {
        Times times = times(breach);
        Optional<MovedWith.Found> before = book.moves().owed(key, breach.sinceSecond(), times);
        return before.isPresent() && !before.get().equals(of(breach));
    }

    private MovedWith.Found find(Times times) {
        Ended ended = Ended.over(times);
        long from = Math.max(times.baseFrom(), times.until() - FoundMoves.REQUESTS_SECONDS);
        for (Series series : List.copyOf(book.series())) {
            boolean ours =
                    series.key().coversAllClasses() && series.key().target().equals(key.target());
            if (ours) {
                series.panes().between(from, times.until()).forEach(ended::add);
            }
        }
        return new MovedWith(book.samples(), book.beats()).of(key.target(), times, ended);
    }

    private Times times(Breach breach) {
        Optional<StepState> step = book.definitions().step(key.step());
        long runFrom = secondOf(book.definitions().run().map(RunState::getStarted));
        Optional<Instant> loadUntil = step.map(StepState::getMeasureUntil);
        return Times.around(
                new Times.Steps(
                        runFrom,
                        Math.max(runFrom, secondOf(step.map(StepState::getStarted))),
                        loadUntil.map(Instant::getEpochSecond).orElse(Long.MAX_VALUE)),
                new Times.Broken(
                        breach.sinceSecond(), breach.opening().second(), throughSecond(breach), leadSeconds()));
    }

    /** How far it is looked at: while it is open in steps, so that it is not looked for at each second. */
    private long throughSecond(Breach breach) {
        if (!breach.isOpen()) {
            return breach.latest().second();
        }
        AlarmTrack track = book.alarms().tracks().get(key);
        long opened = breach.opening().second();
        long through = Math.max(breach.latest().second(), track == null ? opened : track.head());
        return opened + (through - opened) / EVERY_SECONDS * EVERY_SECONDS;
    }

    /** Twice the time in which, if all are bad, so many are as break the objective. */
    private long leadSeconds() {
        double burn = watched.rule().map(BurnRule::getBurn).orElse(1.0);
        double breaking = burn * ErrorBudget.allowedShare(watched.objective());
        return Math.min(watched.windowSeconds(), (long) Math.ceil(2 * breaking * watched.windowSeconds()));
    }

    private static long secondOf(Optional<Instant> instant) {
        return instant.map(Instant::getEpochSecond).orElse(0L);
    }
}
