package io.tidemark.producer.publish;

import io.tidemark.schemas.time.Clocks;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;

/** An outbox, the thread that empties it, and Kafka's producer that it is emptied into. */
final class KafkaDelivery implements AutoCloseable {
    /** So long without one acknowledgement, and the end no longer waits for Kafka: what is left goes to the spool. */
    static final Duration SPOOL_AFTER = Duration.ofSeconds(10);

    /** The same where no spool keeps what is left: as long as Kafka's own clients try by default (delivery.timeout.ms). */
    static final Duration LOSE_AFTER = Duration.ofMinutes(2);

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(30);

    private final Outbox outbox;
    private final Producer<String, byte[]> producer;
    private final ClockOffsetEstimate offset;
    private final KafkaSender courier;
    private final Thread thread;
    private boolean closed;

    private KafkaDelivery(Outbox outbox, Producer<String, byte[]> producer, Clocks clocks) {
        this.outbox = outbox;
        this.producer = producer;
        this.offset = new ClockOffsetEstimate(clocks.elapsed());
        this.courier = new KafkaSender(outbox, producer, offset, clocks.wall());
        this.thread = new Thread(courier, "tidemark-courier");
        this.thread.setDaemon(true);
    }

    /** Closes the producer with itself. */
    static KafkaDelivery start(Outbox outbox, Producer<String, byte[]> producer, Clocks clocks) {
        KafkaDelivery delivery = new KafkaDelivery(outbox, producer, clocks);
        delivery.thread.start();
        return delivery;
    }

    Outbox outbox() {
        return outbox;
    }

    ClockOffsetEstimate offset() {
        return offset;
    }

    /**
     * Returns when all has been acknowledged or lost, or when Kafka was silent for {@link #SPOOL_AFTER}, without a spool for {@link #LOSE_AFTER}, while it was
     * waited for.
     */
    void flush() {
        outbox.awaitEmpty(outbox.isPersistent() ? SPOOL_AFTER : LOSE_AFTER);
    }

    /** Flushes; what Kafka has not taken by then is in the spool afterwards, or lost if there is none. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        flush();
        boolean allGone = outbox.backlog().events() == 0;
        outbox.close();
        courier.stop();
        thread.interrupt();
        producer.close(allGone ? CLOSE_WITHIN : Duration.ZERO);
        try {
            thread.join(CLOSE_WITHIN.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        outbox.spoolRemaining();
    }
}
