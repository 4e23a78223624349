package io.tidemark.producer.publish;

/** The broker's wall clock minus ours, nanoseconds, and the largest error of that. */
public record ClockOffset(long offsetNanos, long errorNanos) {}
