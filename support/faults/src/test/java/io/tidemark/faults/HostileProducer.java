package io.tidemark.faults;

import io.tidemark.faults.HostileRecords.Hostile;
import io.tidemark.faults.HostileRecords.Kind;
import io.tidemark.fixtures.poison.ForeignSchemas;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.TeamClientIds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends hostile records of one team at its quota, and as many bytes of each kind as of any other. Not thread-safe. */
final class HostileProducer implements AutoCloseable {
    /** Of one kind after the other at least so much, so that small records are not lost among large ones. */
    private static final long TURN_BYTES = 16 << 10;

    /** Of the registry, whose quota is a rate of requests, if it were the only kind. */
    private static final int CALLS_PER_SECOND = 512;

    private static final String NONE = "none";

    private final Team team;
    private final long bytesPerSecond;
    private final HostileRecords records;
    private final HostileRegistryCalls calls;
    private final SplittableRandom random;
    private final KafkaProducer<String, byte[]> producer;
    private final Map<Kind, Long> sentBytes = new EnumMap<>(Kind.class);
    private final Map<Kind, Long> sent = new EnumMap<>(Kind.class);
    private final AtomicReference<String> refusal = new AtomicReference<>(NONE);

    /** @param foreign that the registry of the readers has */
    HostileProducer(ClusterFixture scene, ForeignSchemas foreign, Team team, HostileTeam.Settings settings) {
        this.team = team;
        this.bytesPerSecond = settings.scale().bytesPerSecond();
        this.random = new SplittableRandom(settings.seed());
        this.records = new HostileRecords(scene.registry(), team, foreign, settings.seed());
        this.calls = new HostileRegistryCalls(scene.registryUrl(), team, random.split());
        settings.kinds().forEach(kind -> sentBytes.put(kind, 0L));
        this.producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        scene.kafka().bootstrapServers(),
                        "client.id",
                        TeamClientIds.producer(team)),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /** Sends for so long. */
    void send(Duration time) {
        Instant start = InstantSource.system().instant();
        Instant end = start.plus(time);
        long bytes = 0;
        while (InstantSource.system().instant().isBefore(end)) {
            Kind kind = next();
            long turnBytes = 0;
            while (turnBytes < TURN_BYTES) {
                turnBytes += kind == Kind.REGISTRY ? call() : send(kind);
            }
            sentBytes.merge(kind, turnBytes, Long::sum);
            bytes += turnBytes;
            Await.moment(start.plusMillis(1_000 * bytes / bytesPerSecond));
        }
    }

    /** One of which the least was sent. */
    private Kind next() {
        List<Kind> kinds = new ArrayList<>(sentBytes.keySet());
        Collections.swap(kinds, 0, random.nextInt(kinds.size()));
        return Collections.min(kinds, Comparator.comparing(kind -> Objects.requireNonNull(sentBytes.get(kind))));
    }

    private long call() {
        calls.next();
        sent.merge(Kind.REGISTRY, 1L, Long::sum);
        return bytesPerSecond / CALLS_PER_SECOND;
    }

    private long send(Kind kind) {
        long bytes = 0;
        for (Hostile record : records.next(kind)) {
            var unused = producer.send(
                    new ProducerRecord<>(record.topic().in(team), record.key(), record.value()), (metadata, error) -> {
                        if (error != null) {
                            refusal.compareAndSet(NONE, kind + ": " + error);
                        }
                    });
            bytes += record.value().length;
            sent.merge(kind, 1L, Long::sum);
        }
        return bytes;
    }

    /** How many records of each kind Kafka was given, and how many requests the registry. */
    Map<Kind, Long> sent() {
        return new EnumMap<>(sent);
    }

    /** How often each status was answered by the registry. */
    Map<Integer, Long> answers() {
        return calls.answers();
    }

    /** Why Kafka did not take the first record that it did not take. */
    String refusal() {
        return refusal.get();
    }

    @Override
    public void close() {
        producer.close();
    }
}
