package io.tidemark.app.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Times in which no run takes place, such as a backup or a release. */
public record Blackouts(List<Blackout> all) {
    /** None. */
    public static final Blackouts NONE = new Blackouts(List.of());

    public Blackouts {
        all = List.copyOf(all);
    }

    /**
     * One time without runs.
     *
     * @param from inclusive
     * @param until exclusive
     */
    public record Window(Instant from, Instant until, String reason) {}

    /** One that happens once, or again and again. */
    public sealed interface Blackout {
        /** The window that is open at this moment, else the next one; empty if none follows. */
        Optional<Window> atOrAfter(Instant moment);
    }

    /** A window that happens once. */
    public record Once(Window window) implements Blackout {
        @Override
        public Optional<Window> atOrAfter(Instant moment) {
            return moment.isBefore(window.until()) ? Optional.of(window) : Optional.empty();
        }
    }

    /** A window that begins by a cron expression. */
    public record Recurring(RunSchedule.Cron begin, Duration length, String reason) implements Blackout {
        @Override
        public Optional<Window> atOrAfter(Instant moment) {
            return begin.latestDue(moment)
                    .filter(from -> moment.isBefore(from.plus(length)))
                    .or(() -> begin.nextDue(moment))
                    .map(from -> new Window(from, from.plus(length), reason));
        }
    }

    /** The first window that a run from this moment on would meet; one that is open at the moment comes first. */
    public Optional<Window> next(Instant moment) {
        return all.stream().flatMap(one -> one.atOrAfter(moment).stream()).min(Comparator.comparing(Window::from));
    }

    /** The first window that a run of such a length from this moment on would meet. */
    public Optional<Window> within(Instant moment, Duration length) {
        return next(moment).filter(window -> window.from().isBefore(moment.plus(length)));
    }
}
