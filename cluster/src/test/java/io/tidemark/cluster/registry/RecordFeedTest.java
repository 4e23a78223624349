package io.tidemark.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.cluster.broker.EmbeddedKafka;
import io.tidemark.cluster.broker.KafkaOptions;
import io.tidemark.cluster.registry.http.SchemaRegistryServer;
import io.tidemark.events.Heartbeat;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class RecordFeedTest {
    private static final Team TEAM = new Team("perf");
    private static final int EVENTS = 20;
    private static final int ASKED_IN_VAIN = 2;
    private static final int MORE_THAN_A_USUAL_POLL = 1_000;
    /** Loopback too, where no other test takes the registry's port while it is away. */
    private static final String HOST = "127.0.0.3";

    @TempDir
    private Path dir;

    @Test
    void aRegistryThatIsAwayIsWaitedForAndNoEventIsPassedOver() throws Exception {
        ConcurrentLinkedQueue<Long> handedOver = new ConcurrentLinkedQueue<>();
        try (EmbeddedKafka kafka = EmbeddedKafka.start(KafkaOptions.in(dir))) {
            RegistryOptions options =
                    RegistryOptions.on(kafka.bootstrapServers()).listeningOn(HOST, 0);
            URI url;
            try (SchemaRegistryServer registry = SchemaRegistryServer.start(options)) {
                url = URI.create(registry.url());
                publish(kafka.bootstrapServers(), registry.url());
            }
            CountDownLatch asked = new CountDownLatch(ASKED_IN_VAIN);
            HttpServer away = unavailable(url.getPort(), asked);
            try (RecordFeed feed = feed(kafka.bootstrapServers(), url.toString(), handedOver)) {
                assertThat(asked.await(60, TimeUnit.SECONDS))
                        .as("asked by %s", feed)
                        .isTrue();
                assertThat(handedOver).isEmpty();
                away.stop(0);
                try (SchemaRegistryServer again =
                        SchemaRegistryServer.start(options.listeningOn(HOST, url.getPort()))) {
                    assertThat(again.url()).isEqualTo(url.toString());
                    awaitAll(handedOver);
                }
            } finally {
                away.stop(0);
            }
        }
        assertThat(handedOver)
                .containsExactlyElementsOf(LongStream.range(0, EVENTS).boxed().toList());
    }

    @Test
    void aFeedBeginsWithTheFirstRecordThatWasAppendedAtAMomentOrLater() throws Exception {
        ConcurrentLinkedQueue<Long> handedOver = new ConcurrentLinkedQueue<>();
        try (EmbeddedKafka kafka = EmbeddedKafka.start(KafkaOptions.in(dir));
                SchemaRegistryServer registry =
                        SchemaRegistryServer.start(RegistryOptions.on(kafka.bootstrapServers()))) {
            publish(kafka.bootstrapServers(), registry.url());
            try (RecordFeed later = feed(
                            kafka,
                            registry,
                            handedOver,
                            RecordFeed.From.at(Instant.now().plusSeconds(3_600)));
                    RecordFeed now = feed(kafka, registry, handedOver, RecordFeed.From.NOW)) {
                awaitCaughtUp(later);
                awaitCaughtUp(now);
                assertThat(handedOver).as("all was appended before").isEmpty();
            }
            try (RecordFeed feed = feed(
                    kafka,
                    registry,
                    handedOver,
                    RecordFeed.From.at(Instant.now().minusSeconds(3_600)))) {
                awaitCaughtUp(feed);
                assertThat(handedOver).as("handed over once it has caught up").hasSize(EVENTS);
                assertThat(feed.isAlive()).isTrue();
            }
        }
    }

    /** Of a run that is sent at once its requests may be in the same answer of a broker as the run. */
    @Test
    void whatIsNamedFirstComesFirst() throws Exception {
        ConcurrentLinkedQueue<String> handedOver = new ConcurrentLinkedQueue<>();
        List<Topic> topics = List.of(Topic.CONTROL, Topic.REQUESTS, Topic.WINDOWS, Topic.HEARTBEATS);
        try (EmbeddedKafka kafka = EmbeddedKafka.start(KafkaOptions.in(dir));
                SchemaRegistryServer server =
                        SchemaRegistryServer.start(RegistryOptions.on(kafka.bootstrapServers()))) {
            SchemaRegistry registry = SchemaRegistry.connect(RegistryConfig.of(server.url()));
            create(kafka.bootstrapServers(), registry);
            EventEncoder<Heartbeat> encoder = registry.encoder(Topic.HEARTBEATS, TEAM, Heartbeat.class);
            send(
                    kafka.bootstrapServers(),
                    topics.stream()
                            .flatMap(topic -> IntStream.range(0, MORE_THAN_A_USUAL_POLL)
                                    .mapToObj(n ->
                                            new ProducerRecord<>(topic.in(TEAM), "a", encoder.encode(heartbeat(n)))))
                            .toList());
            List<RecordFeed.Tap<?>> taps = new ArrayList<>();
            for (Topic topic : topics) {
                taps.add(new RecordFeed.Tap<>(
                        topic.in(TEAM),
                        RecordFeed.From.BEGINNING,
                        registry.decoder(Heartbeat.class),
                        heartbeat -> handedOver.add(topic.name())));
            }
            try (RecordFeed feed = RecordFeed.start(
                    new RecordFeed.Source("test", kafka.bootstrapServers(), Map.of()), List.copyOf(taps))) {
                awaitCaughtUp(feed);
            }
        }
        assertThat(handedOver.stream().distinct())
                .containsExactlyElementsOf(topics.stream().map(Topic::name).toList());
        assertThat(handedOver).hasSize(topics.size() * MORE_THAN_A_USUAL_POLL);
    }

    private static void awaitCaughtUp(RecordFeed feed) throws InterruptedException {
        for (int look = 0; look < 600 && !feed.isCaughtUp(); look++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(feed.isCaughtUp()).isTrue();
    }

    private static RecordFeed feed(
            EmbeddedKafka kafka, SchemaRegistryServer registry, ConcurrentLinkedQueue<Long> to, RecordFeed.From from) {
        return feed(kafka.bootstrapServers(), registry.url(), to, from);
    }

    private static void awaitAll(ConcurrentLinkedQueue<Long> handedOver) throws InterruptedException {
        for (int look = 0; look < 600 && handedOver.size() < EVENTS; look++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static HttpServer unavailable(int port, CountDownLatch asked) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(HOST, port), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
            asked.countDown();
        });
        server.start();
        return server;
    }

    private static RecordFeed feed(String bootstrapServers, String registryUrl, ConcurrentLinkedQueue<Long> to) {
        return feed(bootstrapServers, registryUrl, to, RecordFeed.From.BEGINNING);
    }

    private static RecordFeed feed(
            String bootstrapServers, String registryUrl, ConcurrentLinkedQueue<Long> to, RecordFeed.From from) {
        return RecordFeed.start(
                new RecordFeed.Source("test", bootstrapServers, Map.of()),
                List.of(new RecordFeed.Tap<>(
                        Topic.HEARTBEATS.in(TEAM),
                        from,
                        SchemaRegistry.connect(RegistryConfig.of(registryUrl)).decoder(Heartbeat.class),
                        heartbeat -> to.add(heartbeat.getLaneSeq()))));
    }

    private static void publish(String bootstrapServers, String registryUrl) throws Exception {
        SchemaRegistry registry = SchemaRegistry.connect(RegistryConfig.of(registryUrl));
        create(bootstrapServers, registry);
        EventEncoder<Heartbeat> encoder = registry.encoder(Topic.HEARTBEATS, TEAM, Heartbeat.class);
        send(
                bootstrapServers,
                IntStream.range(0, EVENTS)
                        .mapToObj(
                                n -> new ProducerRecord<>(Topic.HEARTBEATS.in(TEAM), "a", encoder.encode(heartbeat(n))))
                        .toList());
    }

    private static void create(String bootstrapServers, SchemaRegistry registry) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            new TopicBootstrap(admin, registry).create(TEAM, 1, (short) 1);
        }
    }

    private static void send(String bootstrapServers, List<ProducerRecord<String, byte[]>> records) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (ProducerRecord<String, byte[]> record : records) {
                sent.add(producer.send(record));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        }
    }

    private static Heartbeat heartbeat(int n) {
        Instant at = Instant.parse("2026-11-20T12:00:00Z").plusSeconds(n);
        return Heartbeat.newBuilder()
                .setRun("run")
                .setLane("a")
                .setLaneSeq(n)
                .setAt(at)
                .setPublishedThrough(at)
                .setTokenBatches(0)
                .setRequests(0)
                .build();
    }
}
