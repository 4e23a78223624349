package io.tidemark.producer.run;

import io.tidemark.producer.arrivals.Arrivals;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/** The moments at which the clock begins conversations, drawn a little ahead. Nanoseconds from the step's start. */
final class UpcomingStarts {
    private static final int MOST = 2_048;

    private final Arrivals arrivals;
    private final Deque<Long> drawn = new ArrayDeque<>();
    private OptionalLong beyond;

    UpcomingStarts(Arrivals arrivals) {
        this.arrivals = arrivals;
        this.beyond = arrivals.nextNanos();
    }

    /** Draws what begins up to then, and at least the next two. */
    void drawUntil(long offsetNanos) {
        while (beyond.isPresent() && drawn.size() < MOST && (drawn.size() < 2 || beyond.getAsLong() <= offsetNanos)) {
            drawn.add(beyond.getAsLong());
            beyond = arrivals.nextNanos();
        }
    }

    OptionalLong first() {
        Long first = drawn.peek();
        return first == null ? OptionalLong.empty() : OptionalLong.of(first);
    }

    /** Of those that are drawn. */
    int until(long offsetNanos) {
        return (int) drawn.stream().filter(start -> start <= offsetNanos).count();
    }

    void removeFirst() {
        drawn.remove();
    }

    /** How many are drawn and not removed. */
    int size() {
        return drawn.size();
    }

    void clear() {
        drawn.clear();
        beyond = OptionalLong.empty();
    }
}
