package io.tidemark.sinks.sink;

import static java.util.stream.Collectors.groupingBy;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.PollTimeout;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.time.RoundWatch;
import io.tidemark.sinks.consume.Begin;
import io.tidemark.sinks.consume.ConsumerProgress;
import io.tidemark.sinks.consume.IntervalTimer;
import io.tidemark.sinks.consume.PartitionSource;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.StoreGoneException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetch, decode, store, again, each team for itself. What was fetched of a team gets into the store as a whole, with its offsets, or the
 * team goes back to the store's offsets and tries again after a pause, while the others go on: nothing is skipped, nothing is stored twice.
 */
final class SinkLoop implements Runnable {
    static final Duration LIST_EVERY = Duration.ofSeconds(5);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(SinkLoop.class);

    /** What the loop works with; it closes none of it. */
    record Parts(
            Consumer<byte[], byte[]> consumer,
            PartitionSource partitions,
            StoreChangeReader reader,
            DeadLetterSender deadLetters,
            ResultStore store,
            Begin begin,
            SinkClocks clocks,
            SinkMeters meters) {}

    private final Parts parts;
    private final ConsumerProgress progress;
    private final IntervalTimer listing;
    private final IntervalTimer looking;
    private final PollTimeout polling;
    private final CatchUpWaiters catchUps = new CatchUpWaiters();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final TeamRetries retries;
    private final TeamClaims claims;
    private final BatchWriter writer;

    private volatile Set<Team> caughtUp = Set.of();
    /** Written by the loop's thread only. */
    private volatile SinkStatus status = SinkStatus.starting();

    /** Why the store is filled anew from Kafka, until it is. */
    private Optional<String> refilling = Optional.empty();

    private final RetryState outage;
    private final RoundWatch rounds;

    SinkLoop(Parts parts) {
        this.parts = parts;
        this.progress = new ConsumerProgress(parts.consumer());
        this.retries = new TeamRetries(progress, parts.clocks().elapsed(), parts.meters());
        this.claims = new TeamClaims(parts.store(), progress, parts.begin());
        this.writer = new BatchWriter(parts);
        this.listing = new IntervalTimer(LIST_EVERY, parts.clocks().elapsed());
        this.looking = new IntervalTimer(LOOK_EVERY, parts.clocks().elapsed());
        this.polling = new PollTimeout(parts.clocks().elapsed());
        this.outage = new RetryState(parts.clocks().elapsed());
        this.rounds = new RoundWatch(parts.clocks().elapsed());
        parts.meters().watch(this::status);
    }

    SinkStatus status() {
        return status;
    }

    /** How long it has worked on the same records, if that is too long. For any thread. */
    Optional<String> stuck() {
        return rounds.stuck();
    }

    CatchUpWaiters catchUps() {
        return catchUps;
    }

    /** Teams whose rows this sink writes, and of which all that is in Kafka is in the store. For any thread. */
    Set<Team> caughtUp() {
        return caughtUp;
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
                runUntilFailure();
            }
            status = status.withState(SinkStatus.State.CLOSED);
        } catch (Error e) {
            LOG.error("the sink ended for good", e);
            status = status.withError(SinkStatus.State.FAILED, String.valueOf(e));
            throw e;
        } finally {
            caughtUp = Set.of();
            catchUps.close();
        }
    }

    /** Until it is closed, or an error that is no outage: then it starts anew from the store, after a pause. */
    private void runUntilFailure() {
        try {
            boolean started = attempt(this::restart);
            while (closing.getCount() > 0) {
                started = started ? attempt(this::runOnce) : attempt(this::restart);
            }
        } catch (Exception e) {
            LOG.error("the sink failed on a defect, and starts anew", e);
            parts.meters().count(SinkMeter.DEFECTS);
            stopped(SinkStatus.State.FAILED, String.valueOf(e));
            pauseFor(outage.extendPause(String.valueOf(e)));
        }
    }

    private void stopped(SinkStatus.State state, String why) {
        caughtUp = Set.of();
        status = status.withError(state, why);
    }

    /** @return whether it worked; if not, the consumer is to be sent back to the store's offsets */
    private boolean attempt(Runnable work) {
        try {
            work.run();
            return true;
        } catch (InvalidOffsetException e) {
            return resetToBeginning(e);
        } catch (KafkaException | StoreException | RegistryUnavailableException e) {
            return pause(e);
        }
    }

    void restart() {
        progress.restart(parts.store().offsets());
    }

    void runOnce() {
        follow();
        if (progress.followsNothing()) {
            pauseFor(polling.nextMillis());
        } else {
            retries.resume(parts.store());
            ConsumerRecords<byte[], byte[]> records = poll();
            rounds.round(() -> store(records));
        }
        if (progress.watchesAny() && looking.isDue()) {
            progress.updateWatched(parts.store().offsets());
        }
        updateStatus();
        catchUps.completeReached(progress);
        outage.clear();
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        ConsumerRecords<byte[], byte[]> records = parts.consumer().poll(polling.next());
        if (!records.isEmpty()) {
            polling.onActivity();
        }
        return records;
    }

    private void follow() {
        int asked = catchUps.requestCount();
        if (asked > 0) {
            listing.now();
        }
        if (listing.isDue()) {
            claims.claim(parts.partitions().partitions());
            retries.retainOnly(claims.claimed());
        }
        if (asked > 0) {
            Map<TopicPartition, Long> ends = parts.partitions().ends(progress.partitions());
            catchUps.awaitEnds(asked, ends);
            looking.now();
        }
    }

    private void store(ConsumerRecords<byte[], byte[]> records) {
        Map<Team, List<ConsumerRecord<byte[], byte[]>>> byTeam = StreamSupport.stream(records.spliterator(), false)
                .collect(groupingBy(record -> progress.followed(new TopicPartition(record.topic(), record.partition()))
                        .team()));
        boolean storeFailed = false;
        for (Team team : progress.teams()) {
            if (storeFailed) {
                progress.rewind(team);
            } else if (!retries.isPausing(team)) {
                storeFailed = !store(team, byTeam.getOrDefault(team, List.of()));
            }
        }
        parts.meters().lag(progress.lagByTeam());
    }

    /** @return false if the store is in the way, and may be in that of the next team, too: that is for the next round */
    private boolean store(Team team, List<ConsumerRecord<byte[], byte[]>> records) {
        try {
            FetchedBatch fetched = parts.reader().read(records, progress::followed);
            List<OffsetMove> moves = progress.offsetMoves(team);
            if (moves.isEmpty()) {
                status = status.withBatch(fetched);
            } else {
                status = status.withBatch(writer.write(team, fetched, moves));
                progress.moved(moves);
            }
            retries.clear(team);
            return true;
        } catch (InvalidOffsetException | StoreGoneException e) {
            throw e;
        } catch (StoreException e) {
            scheduleRetry(team, e, SinkMeter.RETRIES);
            return false;
        } catch (KafkaException | RegistryUnavailableException e) {
            scheduleRetry(team, e, SinkMeter.RETRIES);
            return true;
        } catch (RuntimeException e) {
            LOG.error("the sink failed on a defect with what is of team {}; other teams go on", team, e);
            scheduleRetry(team, e, SinkMeter.DEFECTS);
            return true;
        }
    }

    /** The team is tried again after a pause; until then nothing more of it is fetched. */
    private void scheduleRetry(Team team, RuntimeException e, SinkMeter meter) {
        if (closing.getCount() > 0) {
            retries.scheduleRetry(team, e, meter);
            // A claim may be lost with the store's connection.
            listing.now();
        }
    }

    /** Brings the status up to date after a round. */
    private void updateStatus() {
        caughtUp = claims.claimed().stream()
                .filter(team -> !retries.contains(team) && progress.isAtEnd(team))
                .collect(Collectors.toUnmodifiableSet());
        status = status.with(
                progress.lagByTeam().values().stream()
                        .mapToLong(Long::longValue)
                        .sum(),
                claims.claimedByOthers().stream().map(Team::name).sorted().toList());
        if (progress.isAtEnd()) {
            refilling = Optional.empty();
        }
        Optional<RetryState> worst = retries.longestFailing();
        if (worst.isPresent()) {
            status = status.withError(worst.get().state(), worst.get().lastError());
        } else if (refilling.isPresent()) {
            status = status.withError(SinkStatus.State.REFILLING, refilling.get());
        } else {
            status = status.withoutError();
        }
    }

    /** The store's offset is not in Kafka any more: the records between are lost, which is logged, counted and shown in the status. */
    private boolean resetToBeginning(InvalidOffsetException e) {
        LOG.error(
                "records were lost to Kafka's retention before they could be stored; going on from what is left: {}",
                e.getMessage());
        status = status.withGap();
        parts.meters().count(SinkMeter.GAPS);
        progress.rewind();
        progress.seekToBeginning(e.partitions());
        return true;
    }

    private boolean pause(RuntimeException e) {
        if (closing.getCount() == 0) {
            return false;
        }
        String description = String.valueOf(e.getMessage());
        if (!outage.lastError().equals(description)) {
            LOG.warn("the sink goes back to its last batch and tries again: {}", description);
            LOG.debug("because of", e);
        }
        if (e instanceof StoreGoneException) {
            refilling = Optional.of(description);
        }
        // A poll is as empty without a broker as without records: the next round asks for the partitions first.
        listing.now();
        parts.meters().count(SinkMeter.RETRIES);
        stopped(SinkStatus.State.RETRYING, description);
        pauseFor(outage.extendPause(description));
        return false;
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

    /**
     * Those who wait until what is in Kafka when they ask is in the store. Asking is for any thread, the rest for the sink's.
     */
    static final class CatchUpWaiters {
        private final Queue<CompletableFuture<Boolean>> asked = new ConcurrentLinkedQueue<>();
        private final List<Waiting> waiting = new ArrayList<>();
        private volatile boolean over;

        private record Waiting(CompletableFuture<Boolean> answer, Map<TopicPartition, Long> ends) {}

        /** True once the store is there; false if the sink ends before. */
        CompletableFuture<Boolean> request() {
            CompletableFuture<Boolean> answer = new CompletableFuture<>();
            asked.add(answer);
            if (over) {
                answer.complete(false);
            }
            return answer;
        }

        /** All who asked so far wait for these ends, which were read after they asked. */
        void awaitEnds(int howMany, Map<TopicPartition, Long> ends) {
            for (int i = 0; i < howMany; i++) {
                waiting.add(new Waiting(asked.remove(), ends));
            }
        }

        int requestCount() {
            return asked.size();
        }

        void completeReached(ConsumerProgress progress) {
            waiting.removeIf(one -> progress.hasReached(one.ends()) && answered(one));
        }

        private static boolean answered(Waiting one) {
            one.answer().complete(true);
            return true;
        }

        void close() {
            over = true;
            waiting.forEach(one -> one.answer().complete(false));
            asked.forEach(answer -> answer.complete(false));
        }
    }
}
