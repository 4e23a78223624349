package io.tidemark.streams.run;

/**
 * How many window records a task may still make before it lets the thread go on: a run with thousands of series or a day to settle
 * would else hold up reading, and the commit until its transaction has timed out. Not thread-safe.
 */
final class TickBudget {
    /** Some 50 ms of work. */
    static final int RECORDS = 5_000;

    private long left;

    TickBudget(long records) {
        this.left = records;
    }

    void spend(int records) {
        left -= records;
    }

    boolean isSpent() {
        return left <= 0;
    }
}
