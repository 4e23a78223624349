package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.tidemark.app.health.Health;
import io.tidemark.app.health.HealthState;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.exporter.TeamFeed;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
final class AwaitedExporterTest {
    private static final Team TEAM = new Team("perf");

    @TempDir
    private Path dir;

    @Test
    void aTeamWithoutTopicsIsWaitedForAndReadOnceItHasThem() {
        List<String> said = new CopyOnWriteArrayList<>();
        try (LocalCluster cluster = LocalCluster.start(dir);
                AwaitedExporter exporter =
                        AwaitedExporter.start(connection(cluster), List.of(TEAM), InstantSource.system(), said::add)) {
            assertThat(said).singleElement().asString().startsWith("team perf is waited for: Kafka at ");
            Health waiting = exporter.health();
            assertThat(waiting.alive()).as("a restart would not help").isTrue();
            assertThat(waiting.state()).isEqualTo(HealthState.DEGRADED);
            assertThat(waiting.parts()).singleElement().satisfies(part -> {
                assertThat(part.part()).isEqualTo("exporter/perf");
                assertThat(part.reason()).contains("lacks topics of team perf");
            });
            assertThat(exposedAsReady(exporter)).isZero();

            TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), TEAM)
                    .close();

            Await.until(
                    () -> exporter.waiting().isEmpty()
                            && exporter.exporter().teams().stream().allMatch(TeamFeed::isReady),
                    () -> "waiting for " + exporter.waiting());
            assertThat(exporter.health().state()).isEqualTo(HealthState.READY);
            assertThat(exposedAsReady(exporter)).isOne();
            assertThat(said).last().isEqualTo("team perf has its topics now, and its results are read");
        }
    }

    /** What it knows stays, so that its requests are not counted twice. */
    @Test
    void aTeamWhoseReadingEndedIsReadAgain() {
        try (LocalCluster cluster = LocalCluster.start(dir);
                TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), TEAM)) {
            Instant now = InstantSource.system().instant();
            topics.send(Events.control(now, Events.run(Events.RUN, now)));
            topics.send(Events.request(0, 100).setDue(now).build());
            topics.flush();
            try (AwaitedExporter exporter =
                    AwaitedExporter.start(connection(cluster), List.of(TEAM), InstantSource.system(), said -> {})) {
                Await.until(() -> exposedAsReady(exporter) == 1, () -> "waiting for " + exporter.waiting());
                exporter.exporter().teams().get(0).close();
                topics.send(Events.request(1, 100).setDue(now).build());
                topics.flush();

                Await.until(
                        () -> exposedRequests(exporter) == 2 && exposedAsReady(exporter) == 1,
                        () -> "waiting for " + exporter.waiting());
                assertThat(exporter.health().state()).isEqualTo(HealthState.READY);
            }
        }
    }

    private static double exposedRequests(AwaitedExporter exporter) {
        return exposed(exporter, "tidemark_requests")
                .mapToDouble(point -> ((CounterSnapshot.CounterDataPointSnapshot) point).getValue())
                .sum();
    }

    private static double exposedAsReady(AwaitedExporter exporter) {
        return exposed(exporter, "tidemark_exporter_ready")
                .mapToDouble(point -> ((GaugeSnapshot.GaugeDataPointSnapshot) point).getValue())
                .sum();
    }

    /** On the metrics page. */
    private static Stream<? extends DataPointSnapshot> exposed(AwaitedExporter exporter, String metric) {
        return exporter.exporter().collect().stream()
                .filter(found -> found.getMetadata().getPrometheusName().equals(metric))
                .flatMap(found -> found.getDataPoints().stream());
    }

    private static ClusterConnection connection(LocalCluster cluster) {
        return new ClusterConnection(
                cluster.bootstrapServers(), RegistryConfig.embedded(cluster.registryUrl()), Map.of());
    }
}
