package io.tidemark.app.run.stop;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.RunCommand;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits, in a thread of its own, for a request to stop one run, and hands the first one on. It reads all of the topic, a day of requests: an id is
 * of one run alone, so none that was there before can mean it, and a run does not wait for Kafka until it begins. A Kafka that is away is waited for.
 */
public final class RunStopListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunStopListener.class);
    private static final Duration POLL = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(5);

    /** Of what is fetched nothing is ever due: the broker answers when something comes, or after so long. */
    private static final String FETCH_WAITS_MILLIS = "5000";

    private final RunKey watched;
    private final String topic;
    private final Consumer<byte[], byte[]> consumer;
    private final RunStopRecords records;
    private final Listener listener;
    private final Thread thread;

    /** Of the listener's thread. */
    private boolean registryAway;

    private RunStopListener(
            RunKey watched, Consumer<byte[], byte[]> consumer, RunStopRecords.Decode decode, Listener listener) {
        this.watched = watched;
        this.topic = Topic.RUN_COMMANDS.in(watched.team());
        this.consumer = consumer;
        this.records = new RunStopRecords(watched.run(), decode);
        this.listener = listener;
        this.thread = new Thread(this::read, "tidemark-run-stop");
        thread.setDaemon(true);
    }

    /** Who is notified, on the listener's thread. */
    public interface Listener {
        /** A stop of the run is requested; called once. */
        void stop(RunCommand command);

        /** The run cannot be stopped from elsewhere, for the given reason. */
        void unavailable(String description);
    }

    /** Listens until it is closed or was asked to stop. */
    public static RunStopListener start(ClusterConnection connection, RunKey watched, Listener listener) {
        Map<String, Object> settings = connection.feed("run-stop").settings();
        settings.put("allow.auto.create.topics", "false");
        settings.put("fetch.max.wait.ms", FETCH_WAITS_MILLIS);
        EventDecoder<RunCommand> decoder = connection.schemas().decoder(RunCommand.class);
        return start(
                watched,
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                decoder::decode,
                listener);
    }

    /** @param consumer owned by the listener, which closes it */
    static RunStopListener start(
            RunKey watched, Consumer<byte[], byte[]> consumer, RunStopRecords.Decode decode, Listener listener) {
        RunStopListener started = new RunStopListener(watched, consumer, decode, listener);
        started.thread.start();
        return started;
    }

    private void read() {
        try {
            if (assign()) {
                awaitStop().ifPresent(listener::stop);
            }
        } catch (WakeupException e) {
            LOG.debug("run {} is over", watched.run());
        } catch (AuthorizationException e) {
            listener.unavailable("this user may not read " + topic + "; `tidemark admin team add " + watched.team()
                    + " --apply` gives producers the right");
        } catch (RuntimeException e) {
            LOG.warn("run {} cannot be stopped from elsewhere any more: {}", watched.run(), e.toString(), e);
        } finally {
            // What waits at the broker is not waited for here.
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    /** Whether the topic is there. */
    private boolean assign() {
        List<TopicPartition> partitions = partitions();
        if (partitions.isEmpty()) {
            listener.unavailable(
                    "Kafka lacks " + topic + "; `tidemark admin topics create --team " + watched.team() + "` makes it");
            return false;
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return true;
    }

    private List<TopicPartition> partitions() {
        while (true) {
            try {
                return consumer.partitionsFor(topic).stream()
                        .map(info -> new TopicPartition(info.topic(), info.partition()))
                        .toList();
            } catch (RetriableException e) {
                LOG.debug("run {} asks again: {}", watched.run(), e.toString());
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private Optional<RunCommand> awaitStop() {
        while (true) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                Optional<RunCommand> command = stop(record);
                if (command.isPresent()) {
                    return command;
                }
                if (registryAway) {
                    LockSupport.parkNanos(PAUSE.toNanos());
                    break;
                }
            }
        }
    }

    /** Empty too where the registry cannot be asked what the record says: then the record is read again. */
    private Optional<RunCommand> stop(ConsumerRecord<byte[], byte[]> record) {
        try {
            Optional<RunCommand> command = records.stop(record);
            registryAway = false;
            return command;
        } catch (RegistryUnavailableException e) {
            if (!registryAway) {
                LOG.warn("somebody asked something of run {}, which waits: {}", watched.run(), e.getMessage());
            }
            registryAway = true;
            consumer.seek(new TopicPartition(record.topic(), record.partition()), record.offset());
            return Optional.empty();
        }
    }

    /** Nothing is handed on once this has returned. */
    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join(CLOSES_WITHIN.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
