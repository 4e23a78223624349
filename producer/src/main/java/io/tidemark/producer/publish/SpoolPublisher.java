package io.tidemark.producer.publish;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.spool.DiskSpool;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps events in a spool and sends nothing: a {@link SpooledRecords} reads them when the load is over. A process that is killed loses the events
 * of its last second. What the disk does not take is lost and counted. Thread-safe.
 */
public final class SpoolPublisher implements Publisher {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolPublisher.class);
    private static final long PERSIST_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private final EventRecords records;
    private final DiskSpool spool;
    private final NanoClock clock;
    private final Map<String, Long> lostByTopic = new HashMap<>();
    private final Team team;
    private String lossReason = "";
    private long persistedNanos;
    private boolean closed;

    private SpoolPublisher(EventRecords records, DiskSpool spool, Team team, NanoClock clock) {
        this.records = records;
        this.spool = spool;
        this.team = team;
        this.clock = clock;
        this.persistedNanos = clock.nanos();
    }

    /**
     * Makes and locks the spool's folder.
     *
     * @param settings with a folder of this publisher's own
     * @throws UncheckedIOException if the folder cannot be made, or another process has it
     */
    public static SpoolPublisher open(SpoolSettings settings, SchemaRegistry registry, Team team, Clocks clocks) {
        DiskSpool spool = settings.disk(registry.ids(team, EventRecords.TOPICS));
        spool.acquire();
        return new SpoolPublisher(new EventRecords(registry, team, clocks.wall()), spool, team, clocks.elapsed());
    }

    @Override
    public void publish(TokenBatch batch) {
        append(records.of(batch));
    }

    @Override
    public void publish(RequestEvent event) {
        append(records.of(event));
    }

    @Override
    public void publish(Heartbeat heartbeat) {
        append(records.of(heartbeat));
    }

    @Override
    public void publish(ControlEvent event) {
        append(records.of(event));
    }

    @Override
    public void publish(ServerSample sample) {
        append(records.of(sample));
    }

    private synchronized void append(ProducerRecord<String, byte[]> event) {
        if (closed || !spool.append(event)) {
            lose(event.topic(), closed ? "it arrived after the publisher was closed" : spool.rejectionReason());
        } else if (clock.nanos() - persistedNanos >= PERSIST_EVERY_NANOS) {
            persist();
        }
    }

    /** What cannot be written now is tried again with the next event. */
    private void persist() {
        persistedNanos = clock.nanos();
        var unused = spool.persist();
    }

    private void lose(String topic, String why) {
        if (lostByTopic.isEmpty()) {
            lossReason = why;
            LOG.error("an event was lost; the run is invalid, further losses are only counted: {}", why);
        }
        lostByTopic.merge(topic, 1L, Long::sum);
    }

    @Override
    public synchronized long lost() {
        return lostByTopic.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public synchronized long lost(Topic topic) {
        return lostByTopic.getOrDefault(topic.in(team), 0L);
    }

    @Override
    public synchronized String lossReason() {
        return lossReason;
    }

    /** No broker has acknowledged anything. */
    @Override
    public Optional<ClockOffset> clockOffset() {
        return Optional.empty();
    }

    @Override
    public synchronized void flush() {
        if (!closed) {
            persist();
        }
    }

    /** What cannot be written by now is lost. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (!spool.persist()) {
            long unwritten = spool.discardUnwritten();
            lose("", spool.rejectionReason());
            lostByTopic.merge("", unwritten - 1, Long::sum);
        }
        spool.close();
    }
}
