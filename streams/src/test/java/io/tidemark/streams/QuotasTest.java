package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.cluster.LocalCluster;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamClients;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.TeamQuotas;
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
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Team BOUND = new Team("bound");
    private static final Team FREE = new Team("free");
    private static final int RECORD_BYTES = 10_000;
    private static final int RECORDS = 40;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @TempDir
    private Path folder;

    /** 400 KB of each team; one may send and read 100 KB a second. */
    @Test
    void theBrokerMakesATeamsClientsWaitAndNobodyElses() {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                LiveTeam bound = new LiveTeam(BOUND, cluster);
                LiveTeam free = new LiveTeam(FREE, cluster);
                Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            TeamQuotas.Quotas quotas = new TeamQuotas.Quotas(OptionalLong.of(100_000), OptionalLong.of(100_000));
            new TeamQuotas(admin).set(BOUND, quotas);
            assertThat(new TeamQuotas(admin).of(BOUND)).isEqualTo(quotas);
            assertThat(new TeamQuotas(admin).of(FREE)).isEqualTo(TeamQuotas.Quotas.NONE);

            assertThat(throttledMillis(cluster, BOUND)).isPositive();
            assertThat(throttledMillis(cluster, FREE)).isZero();
            try (StreamsHost host = StreamsHost.start(
                    StreamsOptions.of(
                                    cluster.bootstrapServers(),
                                    RegistryConfig.embedded(cluster.registryUrl()),
                                    folder.resolve("state"))
                            .withTuning(new StreamsOptions.Tuning(1, 2, Duration.ofSeconds(1))),
                    InstantSource.system(),
                    new HostMeters(meters, true))) {
                Await.until(
                        () -> bound.records(Topic.DEAD_LETTERS).size() == RECORDS
                                && free.records(Topic.DEAD_LETTERS).size() == RECORDS,
                        LIMIT,
                        () -> "" + host.status());
                Await.until(() -> readingThrottledMillis(BOUND) > 0, LIMIT, () -> "no fetch of the bound team waited");
                assertThat(readingThrottledMillis(FREE)).isZero();
            }

            new TeamQuotas(admin).set(BOUND, TeamQuotas.Quotas.NONE);
            assertThat(new TeamQuotas(admin).of(BOUND)).isEqualTo(TeamQuotas.Quotas.NONE);
        }
    }

    /** Sends garbage as a producer of the team; how long the broker made it wait at the most. */
    private static double throttledMillis(LocalCluster cluster, Team team) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "client.id",
                TeamClients.producer(team),
                "linger.ms",
                0);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                var unused = producer.send(
                        new ProducerRecord<>(Topic.TOKENS.in(team), new byte[] {7}, new byte[RECORD_BYTES]));
                producer.flush();
            }
            return producer.metrics().values().stream()
                    .filter(metric -> metric.metricName().name().equals("produce-throttle-time-max"))
                    .mapToDouble(metric -> (double) metric.metricValue())
                    .filter(millis -> !Double.isNaN(millis))
                    .max()
                    .orElse(0);
        }
    }

    private double readingThrottledMillis(Team team) {
        return meters
                .find("kafka.consumer.fetch.manager.fetch.throttle.time.max")
                .tag("client.id", TeamClients.streamsConsumers(team, 1).get(0))
                .gauges()
                .stream()
                .mapToDouble(Gauge::value)
                .filter(millis -> !Double.isNaN(millis))
                .max()
                .orElse(0);
    }
}
