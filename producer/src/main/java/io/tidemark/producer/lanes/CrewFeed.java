package io.tidemark.producer.lanes;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventDecodeException;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.schemas.serde.Registry;
import io.tidemark.schemas.serde.RegistryUnavailable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands one run's control events, from the topic's beginning, and its heartbeats, from now on, to a crew, in a thread of its own. */
public final class CrewFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CrewFeed.class);
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Source source;
    private final String controlTopic;
    private final EventDecoder<ControlEvent> control;
    private final EventDecoder<Heartbeat> heartbeats;
    private final Listener listener;
    private final Thread thread;

    private CrewFeed(Source source, Listener listener) {
        this.source = source;
        this.controlTopic = Topic.CONTROL.in(source.team());
        this.control = source.registry().decoder(ControlEvent.class);
        this.heartbeats = source.registry().decoder(Heartbeat.class);
        this.listener = listener;
        this.consumer =
                new KafkaConsumer<>(source.settings(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        assign();
        this.thread = new Thread(this::read, "tidemark-crew");
        thread.setDaemon(true);
    }

    /**
     * Where a run is heard.
     *
     * @param clientSettings of Kafka clients, such as security
     */
    public record Source(
            String bootstrapServers, Map<String, String> clientSettings, Registry registry, Team team, String run) {
        Map<String, Object> settings() {
            Map<String, Object> settings = new HashMap<>(clientSettings);
            settings.put("bootstrap.servers", bootstrapServers);
            settings.put("client.id", "tidemark-crew");
            settings.put("isolation.level", "read_committed");
            settings.put("enable.auto.commit", "false");
            settings.put("auto.offset.reset", "earliest");
            return settings;
        }
    }

    /** Told what one run says, on the feed's thread. */
    public interface Listener {
        void control(ControlEvent event);

        void heartbeat(Heartbeat beat);
    }

    /** Everything that is said once this has returned is heard. */
    public static CrewFeed start(Source source, Listener listener) {
        CrewFeed feed = new CrewFeed(source, listener);
        feed.thread.start();
        return feed;
    }

    private void assign() {
        List<TopicPartition> told = partitions(controlTopic);
        List<TopicPartition> beats = partitions(Topic.HEARTBEATS.in(source.team()));
        consumer.assign(Stream.concat(told.stream(), beats.stream()).toList());
        consumer.seekToBeginning(told);
        consumer.seekToEnd(beats);
        beats.forEach(consumer::position);
    }

    private List<TopicPartition> partitions(String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private void read() {
        try (consumer) {
            while (true) {
                consumer.poll(POLL).forEach(this::take);
            }
        } catch (WakeupException e) {
            LOG.debug("the crew is heard no more");
        } catch (RuntimeException e) {
            LOG.warn("the other lanes are heard no more: {}", e.toString(), e);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return;
        }
        try {
            if (record.topic().equals(controlTopic)) {
                ControlEvent event = control.decode(RecordPosition.of(record), record.value());
                if (source.run().equals(run(event))) {
                    listener.control(event);
                }
                return;
            }
            Heartbeat beat = heartbeats.decode(RecordPosition.of(record), record.value());
            if (source.run().equals(beat.getRun())) {
                listener.heartbeat(beat);
            }
        } catch (EventDecodeException | RegistryUnavailable e) {
            LOG.debug("not of the crew: {}", e.getMessage());
        }
    }

    private static String run(ControlEvent event) {
        if (event.getState() instanceof RunState run) {
            return run.getRun();
        }
        if (event.getState() instanceof StepState step) {
            return step.getRun();
        }
        return event.getState() instanceof SloState slo ? slo.getRun() : "";
    }

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
