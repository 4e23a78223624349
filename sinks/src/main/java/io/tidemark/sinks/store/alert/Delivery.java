package io.tidemark.sinks.store.alert;

import java.time.Instant;
import java.util.Optional;

/**
 * One notification of one alert to one receiver: a row of the outbox. At most one row exists for each alert, status and receiver.
 *
 * @param status {@link AlertState#FIRING}, {@link AlertState#RESOLVED} or {@link AlertState#EVENT}: what the receiver is notified of
 * @param attempts sends that failed so far
 * @param nextAttempt not sent before; set by the delay after a failure
 * @param error why the last attempt failed, or why it is PARKED or SKIPPED; empty otherwise
 * @param finished when it became SENT, PARKED or SKIPPED
 */
public record Delivery(
        AlertId alert,
        AlertState status,
        String receiver,
        DeliveryState state,
        int attempts,
        Instant created,
        Instant nextAttempt,
        String error,
        Optional<Instant> finished) {
    /** A row that waits to be sent. */
    public static Delivery pending(AlertId alert, AlertState status, String receiver, Instant now) {
        return new Delivery(alert, status, receiver, DeliveryState.PENDING, 0, now, now, "", Optional.empty());
    }

    /** The same row after a send that failed and is worth another. */
    public Delivery retriedAt(Instant next, String why) {
        return new Delivery(
                alert, status, receiver, DeliveryState.PENDING, attempts + 1, created, next, why, Optional.empty());
    }

    /** The same row at its end. */
    public Delivery finishedAs(DeliveryState end, Instant now, String why) {
        return new Delivery(alert, status, receiver, end, attempts, created, nextAttempt, why, Optional.of(now));
    }
}
