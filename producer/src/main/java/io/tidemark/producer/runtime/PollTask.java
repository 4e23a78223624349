package io.tidemark.producer.runtime;

/** Work beside the lane's loop that is done round by round, and rests in between. */
public interface PollTask {
    /** Does what is due; gives whether there is more to do at once. */
    boolean poll();

    /** How long it may rest at most, if it is not woken. */
    long maxIdleNanos();

    /** Its last round, once it was asked to end. */
    void finish();

    /** Sets the callback that is run when there is work for this task. */
    void setWaker(Runnable waker);
}
