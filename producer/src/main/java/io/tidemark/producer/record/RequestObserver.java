package io.tidemark.producer.record;

import io.tidemark.events.RequestEvent;
import io.tidemark.producer.client.CallObserver;

/**
 * Sees every request of a run beside the events that are made of it. Called on the lane's loop: must never block. What it
 * keeps is its own affair; a run itself holds nothing of a request that ended.
 */
public interface RequestObserver {
    /** A step's schedule begins; {@code startNanos} is by the run's clock. */
    default void stepStarted(int step, long startNanos) {}

    /** A request is about to be sent: what is returned hears its chunks and its end. */
    CallObserver requestSent(ObservedRequest request);

    /** A request that was due and is never sent. {@code why} names our own limit. */
    default void requestDropped(ObservedRequest request, String why) {}

    /** What became of a request of a step, sent or not, as in its event. */
    default void requestEnded(RequestEvent event) {}

    /** Whether the client is to keep the answers' texts for it; they go into events only with {@code --record-text}. */
    default boolean wantsText() {
        return false;
    }

    /** Watches nothing. */
    static RequestObserver none() {
        return request -> CallObserver.silent();
    }
}
