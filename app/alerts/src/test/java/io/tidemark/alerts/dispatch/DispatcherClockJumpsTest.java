package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.collect.ImmutableSortedMap;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.config.AlertsFileReader;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.receiver.Receivers;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.SloBreach;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.prometheus.AlertmanagerServer;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Mute;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The dispatcher's wall clock is set forward and back by an hour while alerts fire, wait for their next try, are muted and resolve. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("integration")
final class DispatcherClockJumpsTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final List<Duration> JUMPS =
            List.of(HOUR, Duration.ZERO, HOUR.negated(), HOUR, HOUR.negated(), Duration.ZERO);

    @TempDir
    private static Path folder;

    private final JumpingClock wall = new JumpingClock();
    private LocalCluster cluster;

    @BeforeAll
    void startCluster() {
        cluster = LocalCluster.start(folder.resolve("cluster"));
    }

    @AfterAll
    void stopCluster() {
        cluster.close();
    }

    /** Each jump is followed by some records, and by an end of the dispatcher in every other case; the receiver fails in a third of its answers. */
    @Test
    void everyAlertIsToldFiringAndResolvedLastUnderOneIdentity() throws IOException {
        Team team = new Team("jumps");
        Path file = folder.resolve("jumps.db");
        Random random = new Random(5);
        List<SloBreach> records = DrawnBreaches.of(12, random, Instant.now());
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        wall.set(Duration.ZERO);
        try (FlakyReceiverServer server = new FlakyReceiverServer(random.nextLong());
                TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), team);
                AlertStore seen = StoreAddress.of(file).openAlerts()) {
            // Forward it ends, and back it holds again: what was told meanwhile is resolved all the same.
            seen.mute(mute(team, "short", "objective-0", Duration.ofMinutes(30)), Events.audit());
            // Back an hour it has not begun, and it holds nevertheless.
            seen.mute(mute(team, "long", "objective-1", Duration.ofHours(3)), Events.audit());
            Receiver ledger = new HttpReceiver(server.url(), client);
            AlertDispatcher dispatcher = start(team, file, ledger);
            Await.until(() -> !seen.offsets(team).isEmpty(), LIMIT, () -> "it reads nothing");
            int next = 0;
            for (int jump = 0; jump < JUMPS.size(); jump++) {
                wall.set(JUMPS.get(jump));
                int until = records.size() * (jump + 1) / JUMPS.size();
                while (next < until) {
                    SloBreach record = records.get(next++);
                    topics.send(Topic.BREACHES, record.getBreach(), record);
                    topics.flush();
                    LockSupport.parkNanos(random.nextInt(300) * 1_000_000L);
                }
                if (jump % 2 == 0) {
                    dispatcher.close();
                    dispatcher = start(team, file, new HttpReceiver(server.url(), client));
                }
            }
            server.recover();
            Await.until(
                    () -> resolved(seen, team) == 12 && seen.pending(team).isEmpty(),
                    LIMIT,
                    () -> seen.newest(team, 100) + "\nwaiting: " + seen.pending(team));
            dispatcher.close();
            List<Alert> told = seen.newest(team, 100).stream()
                    .filter(alert -> !seen.deliveries(alert.id()).isEmpty())
                    .toList();
            assertThat(told)
                    .extracting(alert -> alert.labels().get("objective"))
                    .contains("objective-2", "objective-11")
                    .doesNotContain("objective-1")
                    .hasSizeGreaterThanOrEqualTo(10);
            OutboxCheck.everyAlertWasToldFiringAndResolvedLast(told, seen, server);
        }
    }

    /** A retry that waits: after the jump back its time is an hour and more away, for this process and for the one after it. */
    @Test
    @Tag("long")
    void aJumpBackDoesNotStopRetriesForAnHour() throws IOException {
        Team team = new Team("retries");
        Path file = folder.resolve("retries.db");
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        wall.set(Duration.ZERO);
        try (AlwaysAwayServer server = new AlwaysAwayServer();
                TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), team);
                AlertStore seen = StoreAddress.of(file).openAlerts();
                AlertDispatcher dispatcher = start(team, file, new HttpReceiver(server.url(), client))) {
            Await.until(() -> !seen.offsets(team).isEmpty(), LIMIT, () -> "it reads nothing");
            SloBreach opened = DrawnBreaches.opened(0, Instant.now());
            topics.send(Topic.BREACHES, opened.getBreach(), opened);
            topics.flush();
            Await.until(
                    () -> server.asked() >= 2, LIMIT, () -> dispatcher.status().toString());
            wall.set(HOUR.negated());
            int asked = server.asked();
            Await.until(
                    () -> server.asked() >= asked + 2,
                    LIMIT,
                    () -> dispatcher.status().toString());
            wall.set(HOUR);
            server.comeBack();
            Await.until(
                    () -> seen.pending(team).isEmpty(),
                    LIMIT,
                    () -> seen.pending(team).toString());
        }
    }

    /** Alertmanager has a clock of its own, which is right. */
    @Test
    @Tag("long")
    void whileItFiresAlertmanagerShowsItWithItsStartWhateverTheClockSays() throws IOException {
        assumeTrue(
                AlertmanagerServer.obstacle().isEmpty(),
                () -> AlertmanagerServer.obstacle().orElseThrow());
        Team team = new Team("manager");
        Path file = folder.resolve("manager.db");
        wall.set(Duration.ZERO);
        try (AlertmanagerServer server = AlertmanagerServer.start(
                        Files.createDirectories(folder.resolve("alertmanager")),
                        "{ route: { receiver: none }, receivers: [ { name: none } ] }");
                TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), team);
                AlertStore seen = StoreAddress.of(file).openAlerts();
                AlertDispatcher dispatcher = start(team, file, alertmanager(server))) {
            Await.until(() -> !seen.offsets(team).isEmpty(), LIMIT, () -> "it reads nothing");
            SloBreach opened = DrawnBreaches.opened(0, Instant.now());
            topics.send(Topic.BREACHES, opened.getBreach(), opened);
            topics.flush();
            Await.until(
                    () -> active(server).size() == 1,
                    LIMIT,
                    () -> dispatcher.status().toString());
            String start = active(server).get(0).path("startsAt").asText();
            for (Duration jump : JUMPS) {
                wall.set(jump);
                String updated = active(server).get(0).path("updatedAt").asText();
                Await.until(() -> isToldAgain(server, updated), LIMIT, server::alerts);
                JsonNode alert = active(server).get(0);
                assertThat(alert.path("startsAt").asText()).isEqualTo(start);
                assertThat(Instant.parse(alert.path("endsAt").asText())).isAfter(Instant.now());
            }
            wall.set(HOUR.negated());
            SloBreach closed = DrawnBreaches.closed(0, opened.getOpened().minusSeconds(60));
            topics.send(
                    Topic.BREACHES,
                    opened.getBreach(),
                    SloBreach.newBuilder(closed).setOpened(opened.getOpened()).build());
            topics.flush();
            Await.until(() -> active(server).isEmpty(), LIMIT, server::alerts);
        }
    }

    /** Fails at once if it is not shown any more: then people were told that it is resolved. */
    private static boolean isToldAgain(AlertmanagerServer server, String updated) {
        JsonNode active = active(server);
        assertThat(active).as("it fires").hasSize(1);
        return !active.get(0).path("updatedAt").asText().equals(updated);
    }

    private AlertDispatcher start(Team team, Path file, Receiver receiver) {
        DispatcherOptions options = new DispatcherOptions(
                cluster.bootstrapServers(),
                Map.of(),
                RegistryConfig.embedded(cluster.registryUrl()),
                StoreAddress.of(file),
                Set.of(team),
                TeamRules.Configuration.defaults(),
                List.of(receiver),
                alert -> List.of(receiver.name()),
                List.of());
        return AlertDispatcher.start(options, new DispatcherClocks(NanoClock.SYSTEM, wall), new SimpleMeterRegistry());
    }

    /** An alert lives four times as long as it takes to be told again: so much may a busy machine be late. */
    private Receiver alertmanager(AlertmanagerServer server) {
        AlertsFile file =
                AlertsFileReader.parse("""
                receivers: [ { name: am, alertmanager: { urls: [ "%s" ], resend: 3s } } ]
                routes: [ { receivers: am } ]
                """.formatted(server.url()), Path.of("alerts.yaml"), Map.of(), new KnownKeys());
        return Receivers.open(file, new Clocks(NanoClock.SYSTEM, wall)).get(0);
    }

    private static JsonNode active(AlertmanagerServer server) {
        try {
            return new JsonMapper().readTree(server.alerts());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long resolved(AlertStore seen, Team team) {
        return seen.newest(team, 100).stream()
                .filter(alert -> alert.state() == AlertState.RESOLVED)
                .count();
    }

    private static Mute mute(Team team, String id, String objective, Duration length) {
        Instant now = Instant.now();
        return new Mute(
                team, id, ImmutableSortedMap.of("objective", objective), now, now.plus(length), "maintenance", "me");
    }
}
