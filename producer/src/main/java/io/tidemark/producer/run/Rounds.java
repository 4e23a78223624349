package io.tidemark.producer.run;

/** Work beside the lane's loop that is done round by round, and rests in between. */
interface Rounds {
    /** Does what is due; gives whether there is more to do at once. */
    boolean round();

    /** How long it may rest at most, if nobody wakes it. */
    long restNanos();

    /** Its last round, once it was told to end. */
    void last();

    /** From here on {@code waker} is told when there is something to do for it. */
    void wokenBy(Runnable waker);
}
