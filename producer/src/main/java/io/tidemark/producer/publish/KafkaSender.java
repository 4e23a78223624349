package io.tidemark.producer.publish;

import io.tidemark.producer.publish.spool.PendingRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries events from the outbox to Kafka's producer, in order, on a thread of its own: only this one ever waits for Kafka. */
final class KafkaSender implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaSender.class);
    private static final long TRY_AGAIN_NANOS = Duration.ofMillis(200).toNanos();

    private final Outbox outbox;
    private final Producer<String, byte[]> producer;
    private final ClockOffsetEstimate offset;
    private final InstantSource wall;
    private volatile boolean stopped;

    KafkaSender(Outbox outbox, Producer<String, byte[]> producer, ClockOffsetEstimate offset, InstantSource wall) {
        this.outbox = outbox;
        this.producer = producer;
        this.offset = offset;
        this.wall = wall;
    }

    /** The thread that interrupts it afterwards need not wait for Kafka. */
    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try {
            Optional<PendingRecord> next = outbox.take();
            while (next.isPresent() && !stopped) {
                sendWithRetry(next.get());
                next = outbox.take();
            }
        } catch (InterruptedException | InterruptException e) {
            // The end: what was not acknowledged goes to the spool.
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.error("events are not published any more", e);
            outbox.close();
        }
    }

    private void sendWithRetry(PendingRecord parcel) {
        boolean taken = send(parcel);
        while (!taken && !stopped) {
            LockSupport.parkNanos(TRY_AGAIN_NANOS);
            taken = send(parcel);
        }
    }

    /** False if the producer had no room or did not know the topic's leaders yet. */
    private boolean send(PendingRecord parcel) {
        Attempt attempt = new Attempt(parcel, wall.instant());
        try {
            var unused = producer.send(parcel.event(), attempt::answered);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            outbox.refused(parcel, e);
        }
        return attempt.wasTaken();
    }

    /** One try. The producer calls back before it returns if it could not take the event. */
    private final class Attempt {
        private final PendingRecord parcel;
        private final Instant sent;
        private final Thread sender = Thread.currentThread();
        private boolean noRoom;

        Attempt(PendingRecord parcel, Instant sent) {
            this.parcel = parcel;
            this.sent = sent;
        }

        void answered(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
            if (failure == null && metadata != null) {
                offset.acknowledged(sent, wall.instant(), metadata.timestamp());
                outbox.acknowledged(parcel);
            } else if (failure instanceof TimeoutException
                    && Thread.currentThread().equals(sender)) {
                noRoom = true;
            } else if (failure != null) {
                outbox.refused(parcel, failure);
            }
        }

        boolean wasTaken() {
            return !noRoom;
        }
    }
}
