package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.schemas.serde.RegistryUnavailable;
import io.tidemark.sinks.store.OffsetConflictException;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.RefusedException;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.Retention;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.WriteBatch;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetch, decode, store, again. A round either gets all it fetched into the store, with the offsets, or goes back to the
 * store's offsets and tries again: nothing is skipped, nothing is stored twice.
 */
final class SinkLoop implements Runnable {
    static final Duration LIST_EVERY = Duration.ofSeconds(5);
    static final Duration MAINTAIN_EVERY = Duration.ofMinutes(10);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LAST_PAUSE_MILLIS = 10_000;
    private static final Logger LOG = LoggerFactory.getLogger(SinkLoop.class);

    /** What the loop works with; it closes none of it. */
    record Parts(
            Consumer<byte[], byte[]> consumer,
            PartitionSource partitions,
            RecordReader reader,
            DeadLetters deadLetters,
            ResultStore store,
            Retention retention,
            SinkClocks clocks,
            SinkMeters meters) {}

    private final Parts parts;
    private final Progress progress;
    private final Every listing;
    private final Every maintenance;
    private final CatchUps catchUps = new CatchUps();
    private final CountDownLatch closing = new CountDownLatch(1);
    /** Written by the loop's thread only. */
    private volatile SinkStatus status = SinkStatus.starting();

    /** Where records stood whose letters are sent, and whose batch is not stored yet. */
    private final Set<RecordPosition> lettersOfThisBatch = new HashSet<>();

    private long pauseMillis = FIRST_PAUSE_MILLIS;

    SinkLoop(Parts parts) {
        this.parts = parts;
        this.progress = new Progress(parts.consumer());
        this.listing = new Every(LIST_EVERY, parts.clocks().elapsed());
        this.maintenance = new Every(MAINTAIN_EVERY, parts.clocks().elapsed());
        parts.meters().watch(this::status);
    }

    SinkStatus status() {
        return status;
    }

    CatchUps catchUps() {
        return catchUps;
    }

    /** Ends the loop after the round it is in. For any thread. */
    void close() {
        closing.countDown();
        parts.consumer().wakeup();
    }

    @Override
    public void run() {
        try {
            while (closing.getCount() > 0) {
                roundAfterRound();
            }
            status = status.in(SinkStatus.State.CLOSED);
        } catch (Error e) {
            LOG.error("the sink ended for good", e);
            status = status.failing(SinkStatus.State.FAILED, String.valueOf(e));
            throw e;
        } finally {
            catchUps.end();
        }
    }

    /** Until it is closed, or an error that is no outage: then it starts anew from the store, after a pause. */
    private void roundAfterRound() {
        try {
            boolean started = attempt(this::restart);
            while (closing.getCount() > 0) {
                started = started ? attempt(this::round) : attempt(this::restart);
            }
        } catch (Exception e) {
            LOG.error("the sink failed on a defect, and starts anew in {} ms", pauseMillis, e);
            parts.meters().count(SinkMeter.DEFECTS);
            status = status.failing(SinkStatus.State.FAILED, String.valueOf(e));
            pauseLonger();
        }
    }

    /** @return whether it worked; if not, the consumer is to be sent back to the store's offsets */
    private boolean attempt(Runnable work) {
        try {
            work.run();
            return true;
        } catch (InvalidOffsetException e) {
            return beginAnew(e);
        } catch (KafkaException | StoreException | RegistryUnavailable e) {
            return pause(e);
        }
    }

    void restart() {
        progress.restart(parts.store().offsets());
    }

    void round() {
        follow();
        if (progress.nothingToFollow()) {
            status = status.well();
            pauseFor(POLL.toMillis());
        } else {
            store(parts.consumer().poll(POLL));
        }
        if (maintenance.due()) {
            parts.store().maintain(parts.retention(), parts.clocks().wall().instant());
        }
        catchUps.answer(progress);
    }

    private void follow() {
        int asked = catchUps.askedCount();
        if (asked > 0) {
            listing.now();
        }
        if (listing.due()) {
            progress.follow(parts.partitions().partitions());
        }
        if (asked > 0) {
            Map<TopicPartition, Long> ends = parts.consumer().endOffsets(progress.partitions());
            catchUps.waitFor(asked, ends);
        }
    }

    private void store(ConsumerRecords<byte[], byte[]> records) {
        Fetched fetched = parts.reader().read(records, progress::followed);
        List<OffsetMove> moves = progress.moves();
        Fetched stored = moves.isEmpty() ? fetched : write(fetched, moves);
        Map<Team, Long> lag = progress.lagByTeam();
        parts.meters().lag(lag);
        status = status.after(
                stored, lag.values().stream().mapToLong(Long::longValue).sum());
        if (!moves.isEmpty() || progress.nothingLeft()) {
            status = status.well();
            pauseMillis = FIRST_PAUSE_MILLIS;
        }
    }

    /** @return what was stored: without what is refused, which goes to the dead letters first */
    private Fetched write(Fetched fetched, List<OffsetMove> moves) {
        try {
            send(fetched.letters());
            parts.meters().timeWrite(() -> parts.store().write(new WriteBatch(fetched.changes(), moves)));
        } catch (RefusedException e) {
            LOG.warn("{}; they go to the dead letters", e.getMessage());
            return write(fetched.refused(e.reasons()), moves);
        }
        lettersOfThisBatch.clear();
        parts.meters().stored(fetched);
        progress.moved(moves);
        return fetched;
    }

    /** A batch that is tried again has sent its letters before. */
    private void send(List<Fetched.Letter> letters) {
        List<Fetched.Letter> fresh = letters.stream()
                .filter(letter -> !lettersOfThisBatch.contains(letter.why().origin()))
                .toList();
        parts.deadLetters().send(fresh);
        fresh.forEach(letter -> lettersOfThisBatch.add(letter.why().origin()));
    }

    /** The store's offset is not in Kafka any more: what is between is lost, and said to be. */
    private boolean beginAnew(InvalidOffsetException e) {
        LOG.error(
                "records were lost to Kafka's retention before they could be stored; going on from what is left: {}",
                e.getMessage());
        status = status.gap();
        parts.meters().count(SinkMeter.GAPS);
        progress.rewind();
        progress.toBeginning(e.partitions());
        return true;
    }

    private boolean pause(RuntimeException e) {
        if (closing.getCount() == 0) {
            return false;
        }
        boolean news = status.lastError()
                .filter(String.valueOf(e.getMessage())::equals)
                .isEmpty();
        if (news) {
            LOG.warn("the sink goes back to its last batch and tries again: {}", e.getMessage());
            LOG.debug("because of", e);
        }
        // A poll is as empty without a broker as without records: the next round asks for the partitions first.
        listing.now();
        parts.meters().count(SinkMeter.RETRIES);
        status = status.failing(SinkStatus.State.RETRYING, String.valueOf(e.getMessage()));
        if (!(e instanceof OffsetConflictException)) {
            pauseLonger();
        }
        return false;
    }

    private void pauseLonger() {
        pauseFor(pauseMillis);
        pauseMillis = Math.min(2 * pauseMillis, LAST_PAUSE_MILLIS);
    }

    private void pauseFor(long millis) {
        try {
            if (closing.await(millis, TimeUnit.MILLISECONDS)) {
                LOG.debug("closing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }
}
