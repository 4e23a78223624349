package io.tidemark.producer.run;

/** {@link Rounds} under way. */
interface Rounding {
    boolean isAlive();

    /** Ends it with its last round; returns when that is done. */
    void end() throws InterruptedException;

    /** Whether it ended by itself, which it should not; why is in the log. */
    boolean hasFailed();
}
