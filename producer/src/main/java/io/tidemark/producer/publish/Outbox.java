package io.tidemark.producer.publish;

import io.tidemark.producer.publish.spool.OutboxLimits;
import io.tidemark.producer.publish.spool.PendingRecord;
import io.tidemark.producer.publish.spool.Spool;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All events between the publisher and Kafka's acknowledgement, in one order: handed over, waiting in memory, waiting in
 * the spool. An event that fits nowhere is lost and counted; while Kafka answers, the caller waits for room instead. Thread-safe.
 */
final class Outbox {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
    private static final long LOOK_AGAIN_MILLIS = 50;

    private final OutboxLimits limits;
    private final Spool spool;
    private final NanoClock clock;
    private final Set<PendingRecord> unacknowledged = new LinkedHashSet<>();
    private final Deque<ProducerRecord<String, byte[]>> waiting = new ArrayDeque<>();
    private long unacknowledgedBytes;
    private long waitingBytes;
    private long silentSinceNanos;
    private long awaitedSinceNanos;
    private boolean awaited;
    private final Map<String, Long> lostByTopic = new HashMap<>();
    private long spooled;
    private long lost;
    private String lossReason = "";
    private boolean closed;

    Outbox(OutboxLimits limits, Spool spool, NanoClock clock) {
        this.limits = limits;
        this.spool = spool;
        this.clock = clock;
        this.silentSinceNanos = clock.nanos();
    }

    synchronized void offer(ProducerRecord<String, byte[]> event) {
        if (isEmpty()) {
            silentSinceNanos = clock.nanos();
        }
        while (closed || !accept(event)) {
            if (closed || isAway() || !pause()) {
                lose(event, closed ? "it arrived after the publisher was closed" : spool.rejectionReason());
                return;
            }
        }
        notifyAll();
    }

    /** Order is kept: behind a spool there is only the spool. */
    private boolean accept(ProducerRecord<String, byte[]> event) {
        int size = PendingRecord.sizeBytes(event);
        if (!spool.isEmpty() || waitingBytes + size > limits.waitingBytes()) {
            boolean kept = spool.append(event);
            spooled += kept ? 1 : 0;
            return kept;
        }
        waiting.add(event);
        waitingBytes += size;
        return true;
    }

    private boolean pause() {
        try {
            TimeUnit.MILLISECONDS.timedWait(this, LOOK_AGAIN_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The next event to hand to Kafka, when there is one and room for it; empty at the end. */
    synchronized Optional<PendingRecord> take() throws InterruptedException {
        while (!closed && (unacknowledgedBytes >= limits.unacknowledgedBytes() || !hasNext())) {
            wait();
        }
        if (closed) {
            return Optional.empty();
        }
        PendingRecord next = new PendingRecord(waiting.remove());
        waitingBytes -= next.sizeBytes();
        unacknowledgedBytes += next.sizeBytes();
        unacknowledged.add(next);
        return Optional.of(next);
    }

    private boolean hasNext() {
        if (waiting.isEmpty() && !spool.isEmpty()) {
            long unreadable = spool.unreadableEvents();
            for (ProducerRecord<String, byte[]> event : spool.read()) {
                waiting.add(event);
                waitingBytes += PendingRecord.sizeBytes(event);
            }
            lose(spool.unreadableEvents() - unreadable, "they could not be read back from the spool");
        }
        return !waiting.isEmpty();
    }

    /** Kafka has it. */
    synchronized void acknowledged(PendingRecord parcel) {
        silentSinceNanos = clock.nanos();
        awaited = false;
        remove(parcel);
    }

    /** Kafka refused it for good. At the end nothing is refused: what was not acknowledged is kept. */
    synchronized void refused(PendingRecord parcel, Exception why) {
        if (!closed && remove(parcel)) {
            LOG.debug("refused", why);
            lose(parcel.event(), "Kafka refused an event for " + parcel.event().topic() + ": " + why.getMessage());
        }
    }

    private boolean remove(PendingRecord parcel) {
        boolean removed = unacknowledged.remove(parcel);
        if (removed) {
            unacknowledgedBytes -= parcel.sizeBytes();
            notifyAll();
        }
        return removed;
    }

    private void lose(ProducerRecord<String, byte[]> event, String why) {
        lostByTopic.merge(event.topic(), 1L, Long::sum);
        lose(1, why);
    }

    private void lose(long events, String why) {
        if (events == 0) {
            return;
        }
        if (lost == 0) {
            lossReason = why;
            LOG.error("an event was lost; the run is invalid, further losses are only counted: {}", why);
        }
        lost += events;
    }

    synchronized long lost() {
        return lost;
    }

    /** Events for a topic that were lost, as far as it is known which they were. */
    synchronized long lost(String topic) {
        return lostByTopic.getOrDefault(topic, 0L);
    }

    /** Why the first was lost; empty if none was. */
    synchronized String lossReason() {
        return lossReason;
    }

    /** Events that the spool has taken so far because memory was full, those included that were read back from it. */
    synchronized long spooled() {
        return spooled;
    }

    synchronized Backlog backlog() {
        return new Backlog((long) unacknowledged.size() + waiting.size(), spool.events(), silence());
    }

    /** Whether the spool keeps what Kafka has not taken. */
    synchronized boolean isPersistent() {
        return spool.isPersistent();
    }

    private boolean isEmpty() {
        return unacknowledged.isEmpty() && waiting.isEmpty() && spool.isEmpty();
    }

    private boolean isAway() {
        return silence().compareTo(Backlog.AWAY_AFTER) > 0;
    }

    private Duration silence() {
        return isEmpty() ? Duration.ZERO : Duration.ofNanos(Math.max(0, clock.nanos() - silentSinceNanos));
    }

    /**
     * Waits until all is acknowledged or lost, or Kafka has been silent for so long; what is left then is lost if no spool
     * keeps it. Of a silence that had begun before, only what has passed since it was first waited for counts: a broker that
     * has been away for long may be on its way back.
     */
    synchronized void awaitEmpty(Duration patience) {
        if (!awaited) {
            awaited = true;
            awaitedSinceNanos = clock.nanos();
        }
        boolean goesOn = true;
        while (goesOn && !closed && !isEmpty() && awaitedSilence().compareTo(patience) < 0) {
            goesOn = pause();
        }
        if (!spool.isPersistent() && awaitedSilence().compareTo(patience) >= 0) {
            long left = (long) unacknowledged.size() + waiting.size();
            clear();
            lose(left, "Kafka did not answer for " + patience.toSeconds() + " s at the end and there is no spool");
        }
    }

    private Duration awaitedSilence() {
        Duration awaiting = Duration.ofNanos(clock.nanos() - awaitedSinceNanos);
        Duration silence = silence();
        return awaiting.compareTo(silence) < 0 ? awaiting : silence;
    }

    private void clear() {
        unacknowledged.clear();
        waiting.clear();
        unacknowledgedBytes = 0;
        waitingBytes = 0;
    }

    /** Nothing goes in or out any more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Puts what Kafka has not acknowledged into the spool; what that does not take is lost. */
    synchronized void spoolRemaining() {
        List<ProducerRecord<String, byte[]>> rest = new ArrayList<>();
        unacknowledged.forEach(parcel -> rest.add(parcel.event()));
        rest.addAll(waiting);
        clear();
        if (!spool.prepend(rest)) {
            lose(rest.size() + spool.discardUnwritten(), spool.rejectionReason());
        }
        spool.close();
    }
}
