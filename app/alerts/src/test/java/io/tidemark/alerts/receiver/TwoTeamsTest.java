package io.tidemark.alerts.receiver;

import static io.tidemark.fixtures.runs.Events.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.collect.ImmutableSortedMap;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.config.AlertsFileReader;
import io.tidemark.alerts.dispatch.AlertDispatcher;
import io.tidemark.alerts.dispatch.DispatcherClocks;
import io.tidemark.alerts.dispatch.DispatcherOptions;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.RunState;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Mute;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two teams on one cluster with one file, each with a receiver of its own and one for whatever no team has claimed. Each claims to be the other. */
@Tag("integration")
final class TwoTeamsTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Team RED = new Team("red");
    private static final Team BLUE = new Team("blue");
    private final Instant now = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);

    @TempDir
    private Path folder;

    private LocalCluster cluster;
    private AlertStore store;
    private ReceivingServer red;
    private ReceivingServer blue;
    private ReceivingServer ops;
    private TeamTopics redTopics;
    private TeamTopics blueTopics;
    private AlertDispatcher dispatcher;

    @BeforeEach
    void start() throws IOException {
        cluster = LocalCluster.start(folder.resolve("cluster"));
        store = StoreAddress.of(folder.resolve("results.db")).openAlerts();
        red = ReceivingServer.start();
        blue = ReceivingServer.start();
        ops = ReceivingServer.start();
        redTopics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), RED);
        blueTopics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), BLUE);
        run(redTopics, Map.of("team", "blue", "receiver", "blue"));
        run(blueTopics, Map.of("team", "red", "receiver", "red"));
        dispatcher = dispatcher();
        Await.until(
                () -> reads(RED) && reads(BLUE),
                LIMIT,
                () -> dispatcher.status().toString());
    }

    @AfterEach
    void stop() {
        dispatcher.close();
        redTopics.close();
        blueTopics.close();
        List.of(red, blue, ops).forEach(ReceivingServer::close);
        store.close();
        cluster.close();
    }

    @Test
    void eachTeamIsToldOfItsOwnAlertsWhateverLabelsItsRunsHave() {
        opens(redTopics, "ttft");
        opens(blueTopics, "ttft");
        await(red, "red ttft firing");
        await(blue, "blue ttft firing");
        await(ops, "red ttft firing", "blue ttft firing");
        closes(redTopics, "ttft");
        closes(blueTopics, "ttft");
        await(red, "red ttft firing", "red ttft resolved");
        await(blue, "blue ttft firing", "blue ttft resolved");
        await(ops, "red ttft firing", "blue ttft firing", "red ttft resolved", "blue ttft resolved");
        assertThat(alerts(red)).allSatisfy(alert -> {
            assertThat(alert.at("/labels/team").asText()).isEqualTo("red");
            assertThat(alert.at("/labels/label_team").asText())
                    .as("what its runs say")
                    .isEqualTo("blue");
        });
    }

    @Test
    void aMuteOfATeamMutesNoOtherThoughItNamesTheOther() {
        store.mute(mute(RED, Map.of()), Events.audit());
        store.mute(mute(RED, Map.of("team", "blue")), Events.audit());
        store.mute(mute(BLUE, Map.of("team", "red")), Events.audit());
        // The dispatcher looks for mutes every two seconds: this one is muted once it has seen them.
        int number = 0;
        do {
            opens(redTopics, "before-" + number);
            int current = number;
            Await.until(() -> isFiring(RED, "before-" + current), LIMIT, () -> "no alert is made");
            number++;
        } while (!store.deliveries(idOf(RED, "before-" + (number - 1))).isEmpty());
        // What was due before it had seen them may still be on its way.
        Await.until(
                () -> store.pending(RED).isEmpty(),
                LIMIT,
                () -> store.pending(RED).toString());
        int told = told(red).size();

        opens(redTopics, "muted");
        opens(blueTopics, "muted");
        await(blue, "blue muted firing");
        Await.until(() -> isFiring(RED, "muted"), LIMIT, () -> "no alert is made");
        opens(blueTopics, "later");
        await(blue, "blue muted firing", "blue later firing");
        assertThat(store.deliveries(idOf(RED, "muted"))).isEmpty();
        assertThat(told(red)).hasSize(told);
    }

    @Test
    void aReceiverThatHangsDelaysNoOther() {
        red.behave(ReceivingServer.Manner.HANGS);
        opens(redTopics, "ttft");
        Await.until(() -> !red.requests().isEmpty(), LIMIT, () -> "red is not asked");
        opens(blueTopics, "ttft");
        await(blue, "blue ttft firing");
        await(ops, "red ttft firing", "blue ttft firing");
        closes(blueTopics, "ttft");
        await(blue, "blue ttft firing", "blue ttft resolved");
        assertThat(store.pending(RED)).as("it waits for red's receiver alone").isNotEmpty();
        Await.until(
                () -> store.pending(BLUE).isEmpty(),
                LIMIT,
                () -> store.pending(BLUE).toString());
    }

    /** As where its topic takes no record any more, or its service may not write it. */
    @Test
    void aTeamWhoseAlertsCannotBePublishedHoldsUpNoOtherAlsoAfterARestart() throws Exception {
        takesNoAlerts(RED);
        AtomicInteger opened = new AtomicInteger();
        Await.until(
                () -> {
                    opens(redTopics, "broken-" + opened.getAndIncrement());
                    return dispatcher.status().error().startsWith("team red: an alert could not be published");
                },
                LIMIT,
                () -> dispatcher.status().toString());
        opens(blueTopics, "ttft");
        await(blue, "blue ttft firing");

        dispatcher.close();
        dispatcher = dispatcher();
        opens(blueTopics, "later");
        await(blue, "blue ttft firing", "blue later firing");
        Await.until(
                () -> dispatcher.status().teams().equals(List.of("blue")),
                LIMIT,
                () -> dispatcher.status().toString());
        assertThat(store.unpublished(RED)).isNotEmpty();
    }

    private void takesNoAlerts(Team team) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, Topic.ALERTS.in(team)),
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("max.message.bytes", "1"), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
    }

    private AlertDispatcher dispatcher() throws IOException {
        Path path = Files.writeString(folder.resolve("alerts.yaml"), """
                connection: { timeout: 20s }
                receivers:
                  - { name: red, webhook: { url: "%s" } }
                  - { name: blue, webhook: { url: "%s" } }
                  - { name: ops, webhook: { url: "%s" } }
                routes:
                  - { match: { team: red }, receivers: red, continue: true }
                  - { match: { team: blue }, receivers: blue, continue: true }
                  - { receivers: ops }
                """.formatted(red.url(), blue.url(), ops.url()));
        AlertsFile file = AlertsFileReader.read(path, Map.of());
        DispatcherOptions options = new DispatcherOptions(
                cluster.bootstrapServers(),
                Map.of(),
                RegistryConfig.embedded(cluster.registryUrl()),
                StoreAddress.of(folder.resolve("results.db")),
                Set.of(),
                TeamRules.Configuration.defaults(),
                Receivers.open(file, new Clocks(NanoClock.SYSTEM, InstantSource.system())),
                file::receiversOf,
                List.of());
        return AlertDispatcher.start(
                options, new DispatcherClocks(NanoClock.SYSTEM, InstantSource.system()), new SimpleMeterRegistry());
    }

    private void run(TeamTopics topics, Map<String, String> labels) {
        topics.send(
                Keys.run(RUN),
                Events.control(
                        now,
                        RunState.newBuilder(Events.run(RUN, now))
                                .setLabels(labels)
                                .setLanes(List.of())
                                .build()));
        topics.flush();
    }

    private void opens(TeamTopics topics, String objective) {
        send(topics, objective, BreachState.OPENED);
    }

    private void closes(TeamTopics topics, String objective) {
        send(topics, objective, BreachState.CLOSED);
    }

    private void send(TeamTopics topics, String objective, BreachState state) {
        boolean closed = state == BreachState.CLOSED;
        String breach = RUN + "/" + objective;
        topics.send(
                Topic.BREACHES,
                breach,
                Events.breach(state, Finality.FINAL)
                        .setBreach(breach)
                        .setObjective(objective)
                        .setExperiment("h200")
                        .setPhase("baseline")
                        .setOpened(now)
                        .setUpdated(now.plusSeconds(10))
                        .setClosed(closed ? now.plusSeconds(10) : null)
                        .setEndedBy(closed ? BreachEnd.CLEARED : BreachEnd.UNKNOWN)
                        .build());
        topics.flush();
    }

    private Mute mute(Team team, Map<String, String> labels) {
        return new Mute(
                team, "mute-" + labels, ImmutableSortedMap.copyOf(labels), now, now.plusSeconds(3_600), "why", "me");
    }

    private boolean isFiring(Team team, String objective) {
        return store.active(team).stream()
                .anyMatch(alert -> alert.state() == AlertState.FIRING
                        && objective.equals(alert.labels().get("objective")));
    }

    private AlertId idOf(Team team, String objective) {
        return store.active(team).stream()
                .filter(alert -> objective.equals(alert.labels().get("objective")))
                .findFirst()
                .orElseThrow()
                .id();
    }

    private void await(ReceivingServer server, String... alerts) {
        Await.until(
                () -> Set.copyOf(told(server)).containsAll(List.of(alerts)),
                LIMIT,
                () -> told(server) + " " + dispatcher.status());
        assertThat(told(server)).containsOnly(alerts);
    }

    /** Of breaches: team, objective and status of what it was told. */
    private static List<String> told(ReceivingServer server) {
        return alerts(server).stream()
                .map(alert -> alert.at("/labels/team").asText() + " "
                        + alert.at("/labels/objective").asText() + " "
                        + alert.path("status").asText())
                .toList();
    }

    /** It knows the team's run, and where its breaches begin: those of before are history. */
    private boolean reads(Team team) {
        long breaches = store.offsets(team).keySet().stream()
                .filter(partition -> partition.topic().equals(Topic.BREACHES.stream()))
                .count();
        return breaches == TeamTopics.PARTITIONS && !store.facts(team).isEmpty();
    }

    private static List<JsonNode> alerts(ReceivingServer server) {
        List<JsonNode> alerts = new ArrayList<>();
        for (ReceivingServer.Request request : server.requests()) {
            StreamSupport.stream(json(request.body()).path("alerts").spliterator(), false)
                    .filter(alert -> alert.at("/labels/alertname").asText().equals("SloBreach"))
                    .forEach(alerts::add);
        }
        return alerts;
    }

    private static JsonNode json(String text) {
        try {
            return new JsonMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
