package io.tidemark.alerts.receiver;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A destination of notifications. The dispatcher gives each receiver a thread of its own, so a send may block up to its time-out; sends of
 * one receiver do not overlap.
 */
public interface Receiver extends AutoCloseable {
    /** Its name in {@code alerts.yaml}. */
    String name();

    /** How many notifications of one group one send takes; 1 where a message is about one alert. */
    int batchSize();

    /**
     * How often the notifications of active alerts are sent again, and for how long those of resolved ones; empty where one send is enough.
     */
    Optional<Resend> resend();

    /** Whether it accepts a notification of this status; an incident tool, for example, does not accept events. */
    boolean takes(Notification notification);

    /**
     * Sends notifications. All are of one group (one run and step) and at most {@link #batchSize()}. Repeats carry the same identity
     * ({@link io.tidemark.sinks.store.alert.AlertId#dedupKey()}), so the receiver recognises them as duplicates.
     */
    SendResult send(List<Notification> notifications);

    @Override
    void close();

    /**
     * How notifications are repeated to a receiver that expires alerts.
     *
     * @param interval between two sends of a FIRING alert
     * @param resolvedFor how long after its end a RESOLVED one is sent again
     */
    record Resend(Duration interval, Duration resolvedFor) {}
}
