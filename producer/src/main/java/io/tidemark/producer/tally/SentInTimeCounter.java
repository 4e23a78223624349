package io.tidemark.producer.tally;

import io.tidemark.producer.schedule.StepBounds;
import java.util.PriorityQueue;

/**
 * Counts stamps before the end of the measured part, which a step bounded by a count knows only late; keeps those alone that
 * are not before what is known of it.
 */
final class SentInTimeCounter {
    private final StepBounds bounds;
    private final PriorityQueue<Long> undecided = new PriorityQueue<>();
    private long before;

    SentInTimeCounter(StepBounds bounds) {
        this.bounds = bounds;
    }

    void add(long nanos) {
        if (nanos < bounds.minMeasureUntilNanos()) {
            before++;
        } else if (bounds.measureUntilNanos().isEmpty()) {
            undecided.add(nanos);
        }
    }

    /** Takes back a stamp that was added. */
    void remove(long nanos) {
        if (!undecided.remove(nanos) && nanos < bounds.minMeasureUntilNanos()) {
            before--;
        }
    }

    /** Looks again at those undecided, when more may be known of the end. */
    void settle() {
        while (!undecided.isEmpty() && undecided.peek() < bounds.minMeasureUntilNanos()) {
            undecided.remove();
            before++;
        }
        if (bounds.measureUntilNanos().isPresent()) {
            undecided.clear();
        }
    }

    /** Stamps before what is known of the end. */
    long count() {
        return before;
    }

    int undecided() {
        return undecided.size();
    }
}
