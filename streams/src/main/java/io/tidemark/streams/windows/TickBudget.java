package io.tidemark.streams.windows;

/**
 * How many window records a task may still make before it lets the thread go on: a run with thousands of series or a day to settle
 * would else hold up reading, and the commit until its transaction has timed out. Not thread-safe.
 */
public final class TickBudget {
    private final long records;
    private long left;

    public TickBudget(long records) {
        this.records = records;
        this.left = records;
    }

    public void spend(int records) {
        left -= records;
    }

    /** How many were made. */
    public long used() {
        return records - left;
    }

    public boolean isSpent() {
        return left <= 0;
    }
}
