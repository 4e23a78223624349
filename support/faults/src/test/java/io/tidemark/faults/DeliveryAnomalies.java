package io.tidemark.faults;

import java.time.Duration;

/**
 * What a load does beside sending in order and once.
 *
 * @param until share of the load in which it happens
 * @param twice share of the requests whose events are sent again at once
 * @param heldBack share of the requests that are sent only {@code hold} after their end
 * @param old share of the requests that ended {@code age} before they are sent
 */
record DeliveryAnomalies(double until, double twice, double heldBack, Duration hold, double old, Duration age) {
    static final DeliveryAnomalies NONE = new DeliveryAnomalies(0, 0, 0, Duration.ZERO, 0, Duration.ZERO);

    /** Whether a record's number says what was sent before it. */
    boolean sendsInOrder() {
        return heldBack == 0;
    }

    /** Every tenth twice, in the first part of the load only. */
    static DeliveryAnomalies twice(double until) {
        return new DeliveryAnomalies(until, 0.1, 0, Duration.ZERO, 0, Duration.ZERO);
    }
}
