package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.TeamClientIds;
import io.tidemark.schemas.kafka.TeamQuotas;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.streams.host.HostMeterRegistry;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class QuotasTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Team BOUND = new Team("bound");
    private static final Team FREE = new Team("free");
    private static final int RECORD_BYTES = 10_000;

    /** Brokers look at the last ten seconds, so a producer may send 200 KB at once before it waits, and a consumer read 180 KB. */
    private static final TeamQuotas.Quotas QUOTAS =
            new TeamQuotas.Quotas(OptionalLong.of(20_000), OptionalLong.of(18_000));

    private static final int MAX_RECORDS = 1_000;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private double readingWaitedMillis;

    @TempDir
    private Path folder;

    /** The controller has them at once; the broker that is asked learns of them one by one. */
    private static void awaitQuotas(Admin admin, TeamQuotas.Quotas wanted) {
        TeamQuotas quotas = new TeamQuotas(admin);
        Await.until(() -> quotas.of(BOUND).equals(wanted), LIMIT, () -> "quotas are " + quotas.of(BOUND));
    }

    @Test
    void theBrokerMakesATeamsClientsWaitAndNobodyElses() {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TeamTopics bound = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), BOUND);
                TeamTopics free = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), FREE);
                Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            new TeamQuotas(admin).set(BOUND, QUOTAS);
            awaitQuotas(admin, QUOTAS);
            assertThat(new TeamQuotas(admin).of(FREE)).isEqualTo(TeamQuotas.Quotas.NONE);

            int records = sendUntilItWaits(cluster);
            assertThat(records).isBetween(20, MAX_RECORDS - 1);
            assertThat(sendAsMany(cluster, records)).isZero();
            try (StreamsHost host = StreamsHost.start(
                    StreamsOptions.of(
                                    cluster.bootstrapServers(),
                                    RegistryConfig.embedded(cluster.registryUrl()),
                                    folder.resolve("state"))
                            .withTuning(new StreamsOptions.Tuning(1, 2, Duration.ofSeconds(1))),
                    InstantSource.system(),
                    new HostMeterRegistry(meters, true))) {
                Await.until(this::readingOfBoundHasWaited, LIMIT, () -> "no fetch of the bound team waited");
                Await.until(
                        () -> bound.records(Topic.DEAD_LETTERS).size() == records
                                && free.records(Topic.DEAD_LETTERS).size() == records,
                        LIMIT,
                        () -> "" + host.status());
                assertThat(readingThrottledMillis(FREE)).isZero();
            }

            new TeamQuotas(admin).set(BOUND, TeamQuotas.Quotas.NONE);
            awaitQuotas(admin, TeamQuotas.Quotas.NONE);
        }
    }

    /** Sends garbage as a producer of the bound team; returns how many records it took until the broker made it wait. */
    private static int sendUntilItWaits(LocalCluster cluster) {
        try (KafkaProducer<byte[], byte[]> producer = producer(cluster, BOUND)) {
            int sent = 0;
            while (throttledMillis(producer) == 0 && sent < MAX_RECORDS) {
                send(producer, BOUND);
                sent++;
            }
            return sent;
        }
    }

    /** Sends garbage as a producer of the free team; how long the broker made it wait at the most. */
    private static double sendAsMany(LocalCluster cluster, int records) {
        try (KafkaProducer<byte[], byte[]> producer = producer(cluster, FREE)) {
            for (int i = 0; i < records; i++) {
                send(producer, FREE);
            }
            return throttledMillis(producer);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(LocalCluster cluster, Team team) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers", cluster.bootstrapServers(),
                "client.id", TeamClientIds.producer(team),
                "linger.ms", 0);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, Team team) {
        var unused = producer.send(new ProducerRecord<>(Topic.TOKENS.in(team), new byte[] {7}, new byte[RECORD_BYTES]));
        producer.flush();
    }

    private static double throttledMillis(KafkaProducer<byte[], byte[]> producer) {
        return producer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("produce-throttle-time-max"))
                .mapToDouble(metric -> (double) metric.metricValue())
                .filter(millis -> !Double.isNaN(millis))
                .max()
                .orElse(0);
    }

    /** Once it has: Kafka's figure is of the last minute. */
    private boolean readingOfBoundHasWaited() {
        readingWaitedMillis = Math.max(readingWaitedMillis, readingThrottledMillis(BOUND));
        return readingWaitedMillis > 0;
    }

    private double readingThrottledMillis(Team team) {
        return meters
                .find("kafka.consumer.fetch.manager.fetch.throttle.time.max")
                .tag("client.id", TeamClientIds.streamsConsumers(team, 1).get(0))
                .gauges()
                .stream()
                .mapToDouble(Gauge::value)
                .filter(millis -> !Double.isNaN(millis))
                .max()
                .orElse(0);
    }
}
