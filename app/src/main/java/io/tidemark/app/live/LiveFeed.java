package io.tidemark.app.live;

import io.tidemark.app.stack.Connection;
import io.tidemark.events.SloBreach;
import io.tidemark.events.WindowStats;
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
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a team's windows and breaches from now on and hands them to the live figures, in a thread of its own. What it cannot
 * decode it leaves to the sink, which gives it to the dead letters: these figures are for the eye only.
 */
public final class LiveFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String windowsTopic;
    private final EventDecoder<WindowStats> windows;
    private final EventDecoder<SloBreach> breaches;
    private final LiveFigures figures;
    private final Thread thread;

    private LiveFeed(Connection connection, Team team, LiveFigures figures) {
        this.consumer =
                new KafkaConsumer<>(settings(connection), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.windowsTopic = Topic.WINDOWS.in(team);
        Registry registry = Registry.connect(connection.registry());
        this.windows = registry.decoder(WindowStats.class);
        this.breaches = registry.decoder(SloBreach.class);
        this.figures = figures;
        assignToEnd(List.of(windowsTopic, Topic.BREACHES.in(team)));
        this.thread = new Thread(this::read, "tidemark-live");
        thread.setDaemon(true);
    }

    public static LiveFeed start(Connection connection, Team team, LiveFigures figures) {
        LiveFeed feed = new LiveFeed(connection, team, figures);
        feed.thread.start();
        return feed;
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

    private void assignToEnd(List<String> topics) {
        List<TopicPartition> partitions = topics.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
    }

    private void read() {
        try (consumer) {
            while (true) {
                consumer.poll(POLL).forEach(this::take);
            }
        } catch (WakeupException e) {
            LOG.debug("live figures end");
        } catch (RuntimeException e) {
            LOG.warn("no live figures any more: {}", e.toString(), e);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return;
        }
        try {
            if (record.topic().equals(windowsTopic)) {
                figures.window(windows.decode(RecordPosition.of(record), record.value()));
                return;
            }
            figures.breach(breaches.decode(RecordPosition.of(record), record.value()));
        } catch (EventDecodeException | RegistryUnavailable e) {
            LOG.debug("not shown live: {}", e.getMessage());
        }
    }

    private static Map<String, Object> settings(Connection connection) {
        Map<String, Object> settings = new HashMap<>(connection.clientSettings());
        settings.put("bootstrap.servers", connection.bootstrapServers());
        settings.put("client.id", "tidemark-live");
        settings.put("isolation.level", "read_committed");
        settings.put("enable.auto.commit", "false");
        settings.put("auto.offset.reset", "latest");
        return settings;
    }
}
