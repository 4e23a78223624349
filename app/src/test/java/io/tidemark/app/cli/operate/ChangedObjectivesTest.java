package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.console.RunObjectiveControl;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.RunControlState;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.AuditEvent;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.fixtures.process.Await;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.producer.slo.ErrorBudgetChange;
import io.tidemark.producer.slo.ObjectiveSyntax;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.read.run.RunKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark slo set} and {@code remove} on a cluster whose control topic tells of one run with one objective, of 24 h. */
@Tag("long")
final class ChangedObjectivesTest {
    private static final Team TEAM = new Team("default");
    private static final String RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4P";
    private static final String OTHER_RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";

    @TempDir
    private Path home;

    @Test
    void anObjectiveIsChangedWithTheBudgetThatItHasAndTakenAwayAgain() {
        try (LocalCluster cluster = LocalCluster.start(home.resolve("cluster"))) {
            assertThat(exit(cluster, "admin", "topics", "create", "--partitions", "2"))
                    .isZero();
            begin(cluster);

            String kept = said(cluster, "slo", "set", "--run", RUN, "--name", "ttft", "ttft_due p99 < 2s");
            assertThat(kept)
                    .startsWith("run " + RUN + ": ttft holds from ")
                    .contains("    ttft_due p99 < 2s over 1m", "    period 24h\n    burn page 10x over 1h/5m for 0s");
            assertThat(held(cluster).objective("ttft").orElseThrow()).satisfies(now -> {
                assertThat(now.getLimitNanos()).isEqualTo(2_000_000_000L);
                assertThat(now.getPeriodSeconds()).isEqualTo(86_400);
                assertThat(now.getBurnRules()).hasSize(1);
            });

            assertRefused(
                    cluster,
                    "--run must be a run of team default that has begun",
                    "slo",
                    "remove",
                    "--run",
                    OTHER_RUN,
                    "ttft");
            assertRefused(cluster, "one of [ttft], but was tttf", "slo", "remove", "--run", RUN, "ttft", "tttf");
            assertThat(held(cluster).names()).containsExactly("ttft");

            assertThat(said(cluster, "slo", "remove", "--run", RUN, "ttft")).contains("ttft is none from ");
            assertThat(held(cluster).names()).isEmpty();
            assertThat(audited(cluster)).containsExactlyInAnyOrder("slo set ttft", "slo remove ttft");
            assertThat(said(cluster, "slo", "set", "--run", RUN, "--name", "ttft", "ttft_due p99 < 2s"))
                    .as("what was taken away has no budget that could be kept")
                    .contains("    no error budget");
        }
    }

    @Test
    void whatCannotBeRecordedIsNotChanged() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(home.resolve("cluster"))) {
            assertThat(exit(cluster, "admin", "topics", "create", "--partitions", "2"))
                    .isZero();
            begin(cluster);
            try (Admin admin = connection(cluster).admin()) {
                admin.deleteTopics(List.of(Topic.AUDIT.in(TEAM))).all().get();
                Await.until(() -> !connection(cluster).has(Topic.AUDIT, TEAM), () -> "the topic is still there");
            }
            try (Shell shell = new Shell(home)) {
                assertThat(shell.run(cluster, "slo", "remove", "--run", RUN, "ttft"))
                        .isEqualTo(ExitCode.INFRASTRUCTURE.code());
                assertThat(shell.err())
                        .contains("nothing was changed, because it cannot be recorded")
                        .contains(
                                "lacks tidemark.default.audit; `tidemark admin topics create --team default` makes it");
            }
            assertThat(held(cluster).names()).containsExactly("ttft");
        }
    }

    /** What the topic says was done. */
    private static List<String> audited(LocalCluster cluster) {
        ClusterConnection connection = connection(cluster);
        EventDecoder<AuditEvent> decoder =
                SchemaRegistry.connect(connection.registry()).decoder(AuditEvent.class);
        Map<String, Object> settings = connection.kafkaSettings();
        settings.put("auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(Topic.AUDIT.in(TEAM)).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<String> found = new ArrayList<>();
            Await.until(
                    () -> {
                        consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                            AuditEvent event = decoder.decode(RecordPosition.of(record), record.value());
                            assertThat(new String(record.key(), StandardCharsets.UTF_8))
                                    .isEqualTo(event.getId());
                            assertThat(event.getDetails()).containsEntry("run", RUN);
                            found.add(event.getAction() + " " + event.getSubject());
                        });
                        return found.size() >= 2;
                    },
                    () -> "the topic holds " + found);
            return found;
        }
    }

    private void begin(LocalCluster cluster) {
        Instant now = InstantSource.system().instant();
        ObjectiveState objective = new ErrorBudgetChange(Optional.of("24h"), List.of("page 10x over 1h"))
                .applyTo(
                        ObjectiveSyntax.parseNamed("ttft", ObjectiveSyntax.parse("ttft_due p99 < 1s")),
                        Optional.empty())
                .objective();
        RunState run = RunState.newBuilder()
                .setRun(RUN)
                .setExperiment("e")
                .setPhase("p")
                .setStarted(now)
                .build();
        SloState slo = SloState.newBuilder()
                .setRun(RUN)
                .setObjective(objective)
                .setChanged(now)
                .build();
        ClusterConnection connection = connection(cluster);
        try (KafkaPublisher publisher = KafkaPublisher.connect(
                new PublisherSettings(connection.bootstrapServers(), Map.of(), SpoolSettings.off()),
                SchemaRegistry.connect(connection.registry()),
                TEAM,
                new Clocks(NanoClock.SYSTEM, InstantSource.system()))) {
            for (Object state : new Object[] {run, slo}) {
                publisher.publish(
                        ControlEvent.newBuilder().setAt(now).setState(state).build());
            }
            publisher.flush();
            assertThat(publisher.lost()).isZero();
        }
    }

    private static ClusterConnection connection(LocalCluster cluster) {
        return new ClusterConnection(
                cluster.bootstrapServers(), RegistryConfig.embedded(cluster.registryUrl()), Map.of());
    }

    private RunControlState held(LocalCluster cluster) {
        try (Shell shell = new Shell(home)) {
            return new RunObjectiveControl(
                            shell.context(),
                            connection(cluster),
                            new RunKey(TEAM, RUN),
                            (action, subject, details) -> AuditEvents.of(shell.context(), action, subject, details))
                    .controlState();
        }
    }

    private String said(LocalCluster cluster, String... verb) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(cluster, verb)).as(shell.err()).isZero();
            return shell.out();
        }
    }

    private int exit(LocalCluster cluster, String... verb) {
        try (Shell shell = new Shell(home)) {
            return shell.run(cluster, verb);
        }
    }

    private void assertRefused(LocalCluster cluster, String reason, String... verb) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(cluster, verb)).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).contains(reason);
            assertThat(shell.out()).isEmpty();
        }
    }
}
