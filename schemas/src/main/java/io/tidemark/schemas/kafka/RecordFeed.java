package io.tidemark.schemas.kafka;

import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecodeException;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.schemas.time.RoundWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads whole topics without a consumer group and hands their events over one by one, in a thread of its own: of what a poll brings, those of the
 * topic that is named first come first, so that a run is defined before its requests come. It skips records that it cannot decode: the service that
 * stores the topic sends those to the dead letters. It also skips a record on which a consumer of the feed fails, see {@link RecordFailures}. It waits
 * for a registry that cannot be reached.
 */
public final class RecordFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecordFeed.class);
    /** A record ends it at once, and {@link #close()} does. */
    private static final Duration POLL = Duration.ofMinutes(1);
    /** A fetch returns with the first record; where none comes, each costs the broker and the reader a round. */
    private static final String IDLE_FETCH_MILLIS = "2000";

    /** A poll brings all that the brokers sent at one time, of each topic: with few, those of one topic would come before any of another. */
    private static final String MAX_POLL_RECORDS = "5000";

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final String name;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<Tap<?>> taps;
    private final Thread thread;
    /** Partitions with records of before the start that are not read yet, and where these end; of the feed's thread once it runs. */
    private final Map<TopicPartition, Long> backlogEnds = new HashMap<>();

    private final RoundWatch rounds = new RoundWatch(NanoClock.SYSTEM);
    /** Of the feed's thread. */
    private boolean registryAway;

    private volatile boolean caughtUp;

    private RecordFeed(Source source, List<Tap<?>> taps) {
        this.name = source.name();
        this.taps = List.copyOf(taps);
        Map<String, Object> settings = source.settings();
        settings.put("fetch.max.wait.ms", IDLE_FETCH_MILLIS);
        settings.put("max.poll.records", MAX_POLL_RECORDS);
        this.consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.thread = new Thread(this::read, "tidemark-" + name);
        thread.setDaemon(true);
    }

    /**
     * Where topics are read.
     *
     * @param name of the feed, for its thread, its client id and what it says
     * @param clientSettings of Kafka clients, such as security
     */
    public record Source(String name, String bootstrapServers, Map<String, String> clientSettings) {
        /** Of a consumer of committed records, without a group. */
        public Map<String, Object> settings() {
            Map<String, Object> settings = new HashMap<>(clientSettings);
            settings.put("bootstrap.servers", bootstrapServers);
            settings.put("client.id", "tidemark-" + name);
            settings.put("isolation.level", "read_committed");
            settings.put("enable.auto.commit", "false");
            settings.put("auto.offset.reset", "earliest");
            return settings;
        }
    }

    /**
     * Where in a topic a feed begins.
     *
     * @param epochMillis the append time of the first record that is read, by the brokers' clocks
     */
    public record From(long epochMillis) {
        public static final From BEGINNING = new From(Long.MIN_VALUE);
        public static final From NOW = new From(Long.MAX_VALUE);

        /** With the first record that was appended then or later. */
        public static From at(Instant moment) {
            return new From(moment.toEpochMilli());
        }

        private boolean isMoment() {
            return !equals(BEGINNING) && !equals(NOW);
        }
    }

    /**
     * One topic of a feed.
     *
     * @param taker of its events, called on the feed's thread
     */
    public record Tap<T extends SpecificRecord>(
            String topic, From from, EventDecoder<T> decoder, Consumer<? super T> taker, RecordFailures failures) {
        public Tap(String topic, From from, EventDecoder<T> decoder, Consumer<? super T> taker) {
            this(topic, from, decoder, taker, new RecordFailures());
        }

        /** @throws RegistryUnavailableException if the registry is needed and cannot be asked */
        void take(ConsumerRecord<byte[], byte[]> record) {
            if (record.value() == null) {
                return;
            }
            try {
                taker.accept(decoder.decode(RecordPosition.of(record), record.value()));
            } catch (RegistryUnavailableException e) {
                throw e;
            } catch (EventDecodeException e) {
                LOG.debug("passed over: {}", e.getMessage());
            } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
                failures.failed(RecordPosition.of(record), e); // of one record: those after it are none the worse
            }
        }
    }

    /**
     * What is stored in its topics once this has returned is handed over.
     *
     * @param taps one for each topic, what others rest on before them
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     */
    public static RecordFeed start(Source source, List<Tap<?>> taps) {
        RecordFeed feed = new RecordFeed(source, taps);
        try {
            feed.assign();
        } catch (RuntimeException e) {
            feed.consumer.close();
            throw e;
        }
        feed.thread.start();
        return feed;
    }

    private void assign() {
        consumer.assign(
                taps.stream().flatMap(tap -> partitions(tap.topic()).stream()).toList());
        List<TopicPartition> whole = from(From.BEGINNING);
        List<TopicPartition> fresh = from(From.NOW);
        if (!whole.isEmpty()) {
            consumer.seekToBeginning(whole);
        }
        if (!fresh.isEmpty()) {
            consumer.seekToEnd(fresh);
        }
        seekToMoments();
        // A seek is done when the position is asked for: what comes after that is not passed over.
        fresh.forEach(consumer::position);
        backlogEnds.putAll(consumer.endOffsets(consumer.assignment()));
    }

    private void seekToMoments() {
        Map<TopicPartition, Long> moments = new HashMap<>();
        for (Tap<?> tap : taps) {
            if (tap.from().isMoment()) {
                partitions(tap.topic())
                        .forEach(partition -> moments.put(partition, tap.from().epochMillis()));
            }
        }
        if (moments.isEmpty()) {
            return;
        }
        // The ends come first: a record that is appended between the two questions is found by the second.
        Map<TopicPartition, Long> ends = consumer.endOffsets(moments.keySet());
        Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(moments);
        ends.forEach((partition, end) -> {
            OffsetAndTimestamp at = found.get(partition);
            consumer.seek(partition, at == null ? end : at.offset());
        });
    }

    private List<TopicPartition> from(From from) {
        return taps.stream()
                .filter(tap -> tap.from().equals(from))
                .flatMap(tap -> partitions(tap.topic()).stream())
                .toList();
    }

    private List<TopicPartition> partitions(String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private void read() {
        try {
            noteProgress();
            while (true) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                rounds.round(() -> take(records));
                noteProgress();
            }
        } catch (WakeupException e) {
            LOG.debug("feed {} ends", name);
        } catch (RuntimeException e) {
            LOG.warn(
                    "feed {} reads {} no more: {}",
                    name,
                    taps.stream().map(Tap::topic).toList(),
                    e.toString(),
                    e);
        } finally {
            // There is no group to leave, and a fetch that is under way need not be waited for.
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private void noteProgress() {
        if (!caughtUp) {
            backlogEnds.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            caughtUp = backlogEnds.isEmpty();
        }
    }

    /** Whether all that its topics held when it was started has been handed over. */
    public boolean isCaughtUp() {
        return caughtUp;
    }

    /** How long it has worked on the same records, if that is too long. */
    public Optional<String> stuck() {
        return rounds.stuck();
    }

    /** Whether it still reads: an error of Kafka ends it, and is logged. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    private void take(ConsumerRecords<byte[], byte[]> records) {
        boolean away = false;
        for (Tap<?> tap : taps) {
            for (TopicPartition partition : records.partitions()) {
                away |= partition.topic().equals(tap.topic()) && !takeAll(tap, partition, records.records(partition));
            }
        }
        if (away) {
            LockSupport.parkNanos(PAUSE.toNanos());
        } else if (!records.isEmpty()) {
            registryAway = false;
        }
    }

    /** @return whether all were taken; if not, the registry is away, and the next poll brings the first that was not again */
    private boolean takeAll(Tap<?> tap, TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                tap.take(record);
            } catch (RegistryUnavailableException e) {
                if (!registryAway) {
                    LOG.warn("feed {} waits: {}", name, e.getMessage());
                }
                registryAway = true;
                consumer.seek(partition, record.offset());
                return false;
            }
        }
        return true;
    }

    /** Nothing is handed over once this has returned. */
    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
