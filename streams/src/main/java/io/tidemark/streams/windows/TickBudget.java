package io.tidemark.streams.windows;

/**
 * How much of its work a task may still do before it lets the thread go on, in window records that it makes, or in windows and results that it
 * looks at: a run with thousands of series or a day to settle would else hold up reading, and the commit until its transaction has timed out.
 * Not thread-safe.
 */
public final class TickBudget {
    private final long most;
    private long left;

    public TickBudget(long most) {
        this.most = most;
        this.left = most;
    }

    public void spend(int amount) {
        left -= amount;
    }

    /** How much was done. */
    public long used() {
        return most - left;
    }

    public boolean isSpent() {
        return left <= 0;
    }
}
