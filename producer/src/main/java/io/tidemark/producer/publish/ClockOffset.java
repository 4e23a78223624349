package io.tidemark.producer.publish;

/** The broker's wall clock minus ours, nanoseconds, and the largest error of that. */
public record ClockOffset(long offsetNanos, long errorNanos) {
    /** Whether no offset is within both. */
    boolean contradicts(ClockOffset other) {
        return Math.abs(offsetNanos - other.offsetNanos) > errorNanos + other.errorNanos;
    }
}
