package io.tidemark.producer.schedule;

import io.tidemark.producer.arrivals.Arrivals;
import java.util.function.LongConsumer;

/** What drives a step: when conversations begin by the clock, what the end of one makes due, and what may be sent. */
public sealed interface LoadDriver permits OpenLoop, ClosedLoop {
    /** The beginnings that the clock decides, from the step's start; drawn one by one. */
    Arrivals starts();

    /** First turns that should lie ready for what the ends of others make due. */
    int turnsToKeepReady();

    /** A conversation is over. If this makes the next one due, {@code begin} receives its due time. */
    void conversationEnded(long endNanos, LongConsumer begin);

    /** Whether one more request may be sent. */
    boolean maySend(int inFlight);

    /** Whether the load is at its height once so many conversations have begun; the ramp ends with the next end of a request. */
    boolean isRampedUp(long begun);
}
