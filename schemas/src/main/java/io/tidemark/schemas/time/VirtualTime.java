package io.tidemark.schemas.time;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Time that passes only from one event to the next, as fast as the events are worked off; both clocks show it. Events of one
 * moment happen in the order in which they were scheduled, so that the same events always happen in the same order. Not thread-safe:
 * everything happens on the thread that lets time pass.
 */
public final class VirtualTime implements NanoClock {
    private final Instant start;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::order));
    private long nowNanos;
    private long nextOrder;
    private boolean passing;

    /** @param start what the wall clock shows at first; the monotonic one shows 0 */
    public VirtualTime(Instant start) {
        this.start = start;
    }

    private record Event(long atNanos, long order, Runnable work) {}

    /** Something that happens again and again until it is cancelled. */
    public static final class Repeated {
        private boolean cancelled;

        private Repeated() {}

        public void cancel() {
            cancelled = true;
        }
    }

    @Override
    public long nanos() {
        return nowNanos;
    }

    /** The wall clock. */
    public InstantSource wall() {
        return () -> start.plusNanos(nowNanos);
    }

    /** Lets something happen at a moment; one that has passed is now. */
    public void at(long atNanos, Runnable work) {
        events.add(new Event(Math.max(atNanos, nowNanos), nextOrder++, work));
    }

    /** Schedules work for now, after all work that is already scheduled for now. */
    public void now(Runnable work) {
        at(nowNanos, work);
    }

    /** Lets something happen first at a moment, and then again after every period. */
    public Repeated every(long firstNanos, long periodNanos, Runnable work) {
        if (periodNanos <= 0) {
            throw new IllegalArgumentException("a period must be > 0 ns but was " + periodNanos);
        }
        Repeated repeated = new Repeated();
        repeat(repeated, firstNanos, periodNanos, work);
        return repeated;
    }

    private void repeat(Repeated repeated, long atNanos, long periodNanos, Runnable work) {
        at(atNanos, () -> {
            if (!repeated.cancelled) {
                work.run();
                repeat(repeated, atNanos + periodNanos, periodNanos, work);
            }
        });
    }

    /** Lets so much time pass, and all happen that is due in it. An event cannot let time pass. */
    public void pass(long nanos) {
        if (passing) {
            throw new IllegalStateException("an event at " + nowNanos + " ns lets time pass");
        }
        passing = true;
        try {
            passUntil(nowNanos + Math.max(0, nanos));
        } finally {
            passing = false;
        }
    }

    private void passUntil(long untilNanos) {
        for (Event next = events.peek(); next != null && next.atNanos() <= untilNanos; next = events.peek()) {
            events.remove();
            nowNanos = next.atNanos();
            next.work().run();
        }
        nowNanos = untilNanos;
    }
}
