package io.tidemark.producer.schedule;

import io.tidemark.producer.arrivals.Arrivals;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/** The moments at which the clock begins conversations, drawn a little ahead. Nanoseconds from the step's start. */
public final class UpcomingStarts {
    private static final int MAX = 2_048;

    private final Arrivals arrivals;
    private final Deque<Long> drawn = new ArrayDeque<>();
    private OptionalLong nextUndrawn;

    public UpcomingStarts(Arrivals arrivals) {
        this.arrivals = arrivals;
        this.nextUndrawn = arrivals.nextNanos();
    }

    /** Draws what begins up to then, and at least the next two. */
    public void drawUntil(long offsetNanos) {
        while (nextUndrawn.isPresent()
                && drawn.size() < MAX
                && (drawn.size() < 2 || nextUndrawn.getAsLong() <= offsetNanos)) {
            drawn.add(nextUndrawn.getAsLong());
            nextUndrawn = arrivals.nextNanos();
        }
    }

    public OptionalLong first() {
        Long first = drawn.peek();
        return first == null ? OptionalLong.empty() : OptionalLong.of(first);
    }

    /** Of those that are drawn. */
    public int countUntil(long offsetNanos) {
        return (int) drawn.stream().filter(start -> start <= offsetNanos).count();
    }

    public void removeFirst() {
        drawn.remove();
    }

    /** How many are drawn and not removed. */
    public int size() {
        return drawn.size();
    }

    public void clear() {
        drawn.clear();
        nextUndrawn = OptionalLong.empty();
    }
}
