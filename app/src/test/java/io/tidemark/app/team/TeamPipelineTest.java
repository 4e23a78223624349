package io.tidemark.app.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.alerts.dispatch.AlertDispatcher;
import io.tidemark.alerts.dispatch.DispatcherClocks;
import io.tidemark.alerts.dispatch.DispatcherOptions;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.sink.SinkClocks;
import io.tidemark.sinks.sink.StoreSink;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.retention.Retention;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import io.tidemark.streams.host.TeamHealth;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Two teams on one broker, each with streams, sink and alerts of its own and a run, while each has no more rights than its kinds. One logs in
 * with passwords, the other with tokens. Both run the same plan at the same virtual time, so that even their run ids are the same.
 */
@Tag("integration")
final class TeamPipelineTest {
    private static final Team PERF = new Team("perf");
    private static final Team RAG = new Team("rag");
    private static final StreamsOptions.Tuning SMALL = new StreamsOptions.Tuning(1, 1, Duration.ofSeconds(1));
    private static final String PLAN = """
            experiment: isolation
            seed: 3
            arrivals: constant
            workload: {kind: synthetic, prompt_tokens: 64, output_tokens: 16}
            steps:
              - {rate: 4, duration: 25s, warm_up: 5s}
            slo:
              objectives:
                - ttft_due p95 < 1ms over 10s
            """;

    @TempDir
    private Path folder;

    @Test
    void twoTeamsMeasureBesideEachOtherAndNeitherReachesTheOther() throws Throwable {
        ListAppender<ILoggingEvent> hanging = listener("io.tidemark.streams.host.HangingTransactions");
        Path plan = Files.writeString(folder.resolve("plan.yaml"), PLAN);
        try (SecuredCluster cluster = SecuredCluster.start(folder);
                ResourceScope services = new ResourceScope()) {
            Path secrets = folder.resolve("secrets");
            add(cluster, PERF, "--secrets", secrets.toString());
            add(cluster, RAG, "--auth", "oauth");
            Map<String, String> perfService = cluster.fromSecrets(secrets, "perf-service");
            Served perf = serve(cluster.connection(perfService), PERF, services);
            Served rag = serve(cluster.connection(cluster.oauth("rag-service")), RAG, services);
            awaitRunning(perf.streams(), PERF);
            awaitRunning(rag.streams(), RAG);

            measure(cluster, PERF, cluster.fromSecrets(secrets, "perf-ana"), plan);
            measure(cluster, RAG, cluster.oauth("rag-ana"), plan);

            RunRow perfRun = onlyRun(PERF);
            RunRow ragRun = onlyRun(RAG);
            assertThat(perfRun.key().run()).isEqualTo(ragRun.key().run());
            assertThat(perfRun.key().team()).isEqualTo(PERF);
            assertThat(ragRun.key().team()).isEqualTo(RAG);
            assertAudited(PERF);
            assertAudited(RAG);
            try (PrincipalClients reader = clients(cluster, cluster.fromSecrets(secrets, "perf-ana"))) {
                reader.read(Topic.STEPS.in(PERF));
            }

            changeObjective(cluster, cluster.fromSecrets(secrets, "perf-ana"), ExitCode.INFRASTRUCTURE, perfRun);
            changeObjective(cluster, cluster.admin(), ExitCode.OK, perfRun);
            Await.until(() -> audit(PERF).size() == 2, () -> audit(PERF).toString());
            assertThat(audit(PERF).get(0))
                    .as("by the administrator, and not by a producer, who cannot record it")
                    .satisfies(row -> {
                        assertThat(row.action()).isEqualTo("slo set");
                        assertThat(row.login()).isEqualTo("admin");
                        assertThat(row.details())
                                .containsEntry("run", perfRun.key().run());
                    });

            try (PrincipalClients attacker = clients(cluster, cluster.oauth("rag-service"))) {
                attack(attacker, transactionalIds(cluster, PERF));
            }
            awaitDispatching(perf.alerts());
            awaitDispatching(rag.alerts());
            perf.assertWell();
            rag.assertWell();
            assertThat(hanging.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .noneMatch(line -> line.contains("AuthorizationException"));
        }
    }

    /** The check of transactions that Kafka forgot asks for what is the team's alone. */
    private static ListAppender<ILoggingEvent> listener(String logger) {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        ((Logger) LoggerFactory.getLogger(logger)).addAppender(lines);
        return lines;
    }

    private static void attack(PrincipalClients attacker, List<String> transactionalIds) {
        assertThat(transactionalIds).isNotEmpty();
        for (String id : transactionalIds) {
            assertThatThrownBy(() -> attacker.fence(id)).isInstanceOf(TransactionalIdAuthorizationException.class);
        }
        assertThatThrownBy(() -> attacker.join(PERF.applicationId())).isInstanceOf(GroupAuthorizationException.class);
        assertThatThrownBy(() -> attacker.writeAs("tidemark.perf.producer", Topic.TOKENS.in(PERF), 1))
                .as("a client id is no identity")
                .isInstanceOf(TopicAuthorizationException.class);
        assertThatThrownBy(() -> attacker.read(Topic.STEPS.in(PERF))).isInstanceOf(TopicAuthorizationException.class);
    }

    private void add(SecuredCluster cluster, Team team, String... more) throws Exception {
        String ana = team + "-ana";
        List<String> verb = new ArrayList<>(List.of(
                "admin",
                "team",
                "add",
                team.name(),
                "--apply",
                "--partitions",
                "1",
                "--producer",
                ana,
                "--reader",
                ana,
                "--service",
                team + "-service"));
        verb.addAll(List.of(more));
        assertThat(cluster.said(cluster.admin(), 0, verb.toArray(String[]::new)))
                .contains("changes made");
    }

    private static void awaitDispatching(AlertDispatcher alerts) {
        Await.until(
                () -> alerts.status().error().isEmpty()
                        && !alerts.status().teams().isEmpty(),
                () -> alerts.status().toString());
    }

    /** The processes of a team. */
    private record Served(Team team, StreamsHost streams, StoreSink sink, AlertDispatcher alerts) {
        /** Each runs, has seen its own team only, and was refused nothing. */
        void assertWell() {
            assertThat(streams.status()).singleElement().satisfies(status -> {
                assertThat(status.team()).isEqualTo(team);
                assertThat(status.health()).isEqualTo(TeamHealth.RUNNING);
                assertThat(status.failures()).isZero();
            });
            assertThat(sink.status().lastError()).isEmpty();
            assertThat(alerts.status().error()).isEmpty();
            assertThat(alerts.status().teams()).containsExactly(team.name());
        }
    }

    /** What an operator starts for a team. */
    private Served serve(ClusterConnection connection, Team team, ResourceScope services) {
        StreamsHost streams = services.register(StreamsHost.start(
                connection.streams(folder.resolve(team + "-streams"), Set.of()).withTuning(SMALL),
                InstantSource.system()));
        StoreSink sink = services.register(StoreSink.start(
                connection.sink(store(team), Set.of(), Retention.DEFAULT),
                new SinkClocks(NanoClock.SYSTEM, InstantSource.system())));
        AlertDispatcher alerts = services.register(AlertDispatcher.start(
                new DispatcherOptions(
                        connection.bootstrapServers(),
                        connection.clientSettings(),
                        connection.registry(),
                        store(team),
                        Set.of(team),
                        TeamRules.Configuration.defaults(),
                        List.of(),
                        alert -> List.of(),
                        List.of()),
                new DispatcherClocks(NanoClock.SYSTEM, InstantSource.system()),
                new SimpleMeterRegistry()));
        return new Served(team, streams, sink, alerts);
    }

    private StoreAddress store(Team team) {
        return StoreAddress.of(folder.resolve(team + ".db").toString(), Optional.empty());
    }

    private static void awaitRunning(StreamsHost streams, Team team) {
        Await.until(
                () -> streams.status(team)
                        .filter(status -> status.health() == TeamHealth.RUNNING)
                        .isPresent(),
                () -> streams.status() + " " + streams.problem());
    }

    /** The objective is one that no server holds. */
    private void measure(SecuredCluster cluster, Team team, Map<String, String> user, Path plan) throws Exception {
        String said = cluster.said(
                user,
                1,
                "run",
                plan.toString(),
                "--simulate",
                "demo-tuned",
                "--start",
                "2026-11-20T08:00:00Z",
                "--team",
                team.name(),
                "--store",
                folder.resolve(team + ".db").toString());
        assertThat(said).contains("FAIL ttft_due p95");
    }

    private RunRow onlyRun(Team team) {
        try (ResultReader reader = store(team).openReader()) {
            List<RunRow> runs = reader.latestRuns(9);
            assertThat(runs).hasSize(1);
            return runs.get(0);
        }
    }

    private static void changeObjective(SecuredCluster cluster, Map<String, String> user, ExitCode expected, RunRow run)
            throws Exception {
        var unused = cluster.said(
                user,
                expected.code(),
                "slo",
                "set",
                "--team",
                "perf",
                "--run",
                run.key().run(),
                "ttft_due p99 < 9s");
    }

    private List<AuditRow> audit(Team team) {
        try (ResultReader reader = store(team).openReader()) {
            return reader.audit(new AuditQuery(Optional.empty(), Instant.EPOCH, 10));
        }
    }

    /** What the administrator did for the team, brought by the topic and the team's sink; no password is in it. */
    private void assertAudited(Team team) throws Exception {
        List<AuditRow> rows = audit(team);
        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.team()).contains(team);
            assertThat(row.action()).isEqualTo("team add");
            assertThat(row.login()).isEqualTo("admin");
            assertThat(row.details().get("made")).contains("topic tidemark." + team + ".audit", "acl User:" + team);
        });
        try (Stream<Path> files = Files.walk(folder.resolve("secrets"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher password = Pattern.compile("password=.?\"([^\"\\\\]+)").matcher(Files.readString(file));
                assertThat(password.find()).as(file.toString()).isTrue();
                assertThat(rows.toString()).doesNotContain(password.group(1));
            }
        }
    }

    private static List<String> transactionalIds(SecuredCluster cluster, Team team) throws Exception {
        try (Admin admin = cluster.connection(cluster.admin()).admin()) {
            return admin.listTransactions().all().get().stream()
                    .map(TransactionListing::transactionalId)
                    .filter(id -> id.startsWith(team.applicationId()))
                    .toList();
        }
    }

    private static PrincipalClients clients(SecuredCluster cluster, Map<String, String> settings) {
        return new PrincipalClients(cluster.bootstrapServers(), settings);
    }
}
