package io.tidemark.producer.publish;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Topic;
import java.util.Optional;

/** Takes events for good. May block while its buffer is full, so threads that take time stamps do not call it. Thread-safe. */
public interface Publisher extends AutoCloseable {
    void publish(TokenBatch batch);

    void publish(RequestEvent event);

    void publish(Heartbeat heartbeat);

    void publish(ControlEvent event);

    void publish(ServerSample sample);

    /** Events that were taken and then lost, e.g. refused by the broker; above 0 the run is INVALID. */
    long lost();

    /** Of these, events for a topic, as far as it is known which they were. */
    default long lost(Topic topic) {
        return 0;
    }

    /** Why the first was lost; empty if none was. */
    default String lossReason() {
        return "";
    }

    /** How far this machine's wall clock is from the broker's, once that is known. */
    Optional<ClockOffset> clockOffset();

    /** How what was taken so far came to Kafka. */
    default DeliveryStats deliveryStats() {
        return new DeliveryStats(clockOffset(), 0, 0, lost());
    }

    /** Returns when all that was taken is stored or lost, or when it is clear that waiting does not help now. */
    void flush();

    /** Flushes. */
    @Override
    void close();
}
