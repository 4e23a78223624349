package io.tidemark.streams.kafka;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The brokers' clock as a host knows it: by the append times of what the host wrote. The host's own clock shows how much time passes, and
 * is corrected where it is off, so that a host whose clock is wrong settles the same windows as one whose clock is right. Thread-safe.
 */
public final class BrokerClock {
    /** An offset beyond this is logged as a warning and shown in the team's health. */
    public static final Duration REPORTED_OFFSET = Duration.ofSeconds(5);

    /** What is less is the way to the broker and back, or of no consequence. */
    private static final long MIN_CORRECTION_MILLIS = 1_000;

    /** The largest difference of the last one to two such spans counts: the broker's clock was read before the answer came. */
    private static final long SPAN_MILLIS = 30_000;

    private static final long NONE = Long.MIN_VALUE;

    private long spanFrom = NONE;
    private long best = NONE;
    private long bestBefore = NONE;
    private long correction;

    /**
     * A record that this host wrote was acknowledged.
     *
     * @param appendMillis when the broker appended it, by its clock
     * @param hostMillis now, by the host's clock
     */
    public synchronized void acknowledged(long appendMillis, long hostMillis) {
        if (spanFrom == NONE || hostMillis < spanFrom || hostMillis - spanFrom >= SPAN_MILLIS) {
            boolean goesOn = spanFrom != NONE && hostMillis >= spanFrom && hostMillis - spanFrom < 2 * SPAN_MILLIS;
            bestBefore = goesOn ? best : NONE;
            best = NONE;
            spanFrom = hostMillis;
        }
        best = Math.max(best, appendMillis - hostMillis);
        long offset = Math.max(best, bestBefore);
        if (Math.abs(offset - correction) >= MIN_CORRECTION_MILLIS) {
            correction = offset;
        }
    }

    /** How far the brokers' clock is ahead of the host's, milliseconds, to within the time of an answer; empty before the first. */
    public synchronized OptionalLong offsetMillis() {
        long offset = Math.max(best, bestBefore);
        return offset == NONE ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /** The brokers' time. */
    public synchronized long brokerMillis(long hostMillis) {
        return hostMillis + correction;
    }

    /** That the host's clock is off, if it is by more than {@link #REPORTED_OFFSET}. */
    public Optional<String> problem() {
        OptionalLong offset = offsetMillis();
        if (offset.isEmpty() || Math.abs(offset.getAsLong()) <= REPORTED_OFFSET.toMillis()) {
            return Optional.empty();
        }
        Duration off = Duration.ofMillis(Math.abs(offset.getAsLong()));
        return Optional.of(
                "this host's clock is " + off.toSeconds() + " s " + (offset.getAsLong() > 0 ? "behind" : "ahead of")
                        + " the brokers': results use the brokers' clock; correct the host's clock (NTP)");
    }
}
