package io.tidemark.producer.tally;

/**
 * The exact largest number of requests in flight: each is so over the half-open [sent, end), so that at one moment ends count
 * before starts. Takes both in order of time; keeps four numbers.
 */
final class InFlightPeak {
    private int current;
    private int peak;
    private long peakNanos;
    private long lastNanos = Long.MIN_VALUE;

    void started(long nanos) {
        settle(nanos);
        current++;
    }

    void ended(long nanos) {
        settle(nanos);
        current--;
    }

    /** What is in flight at a moment is known when the next one comes. */
    private void settle(long nanos) {
        if (nanos > lastNanos) {
            take();
            lastNanos = nanos;
        }
    }

    private void take() {
        if (current > peak) {
            peak = current;
            peakNanos = lastNanos;
        }
    }

    int peak() {
        take();
        return peak;
    }

    /** When the peak was reached first; 0 while there is none. */
    long peakNanos() {
        take();
        return peakNanos;
    }
}
