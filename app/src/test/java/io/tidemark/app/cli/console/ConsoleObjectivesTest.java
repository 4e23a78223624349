package io.tidemark.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.app.stack.ControlReader;
import io.tidemark.app.stack.RunControlState;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.console.change.ChangeRecorder;
import io.tidemark.console.change.ChangeRefusedException;
import io.tidemark.console.change.Changes;
import io.tidemark.console.change.InvalidValueException;
import io.tidemark.console.change.ObjectiveControl;
import io.tidemark.console.change.ObjectiveControl.Asked;
import io.tidemark.events.AuditEvent;
import io.tidemark.events.RunState;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.RecordFeed.Tap;
import io.tidemark.schemas.kafka.TopicSnapshot;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.store.read.run.RunKey;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objectives that the console changes on a cluster whose control topic tells of a run that lasts and of one that ended. */
@Tag("long")
final class ConsoleObjectivesTest {
    private static final Team TEAM = new Team("default");
    private static final Instant STARTED = Instant.parse("2026-11-26T10:00:00Z");
    private static final RunKey RUN = new RunKey(TEAM, "01JD8Z6K3M5TQX9V2R7C0WHB4P");
    private static final RunKey ENDED = new RunKey(TEAM, "01JD8Z6K3M5TQX9V2R7C0WHB4Q");
    private static final RunKey UNKNOWN = new RunKey(TEAM, "01JD8Z6K3M5TQX9V2R7C0WHB4R");
    private static final Asked LIMIT = new Asked("ttft_due p99 < 2s", Optional.of("ttft"));

    @TempDir
    private Path home;

    @Test
    void anObjectiveIsSetOnceAndRemovedWithTheRecordOfTheCaller() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(home.resolve("cluster"));
                Shell shell = new Shell(home)) {
            assertThat(shell.run(cluster, "admin", "topics", "create")).isZero();
            ClusterConnection connection = new ClusterConnection(
                    cluster.bootstrapServers(), RegistryConfig.embedded(cluster.registryUrl()), Map.of());
            CommandContext context = shell.context();
            new ControlPublisher(context, connection, TEAM)
                    .publish(
                            List.of(run(RUN, Optional.empty()), run(ENDED, Optional.of(STARTED.plusSeconds(60)))),
                            STARTED);
            ObjectiveControl objectives = new ConsoleObjectives(context, connection, List.of(TEAM));
            assertThat(objectives.teams()).containsExactly(TEAM);

            assertThat(objectives.set(RUN, LIMIT, recorder()).since()).isPresent();
            assertThat(objectives.set(RUN, LIMIT, recorder()).since())
                    .as("it holds already")
                    .isEmpty();
            assertThat(held(connection).names()).containsExactly("ttft");
            refuses(() -> objectives.set(RUN, new Asked("fast", Optional.empty()), recorder()), "objective");
            refuses(() -> objectives.set(UNKNOWN, LIMIT, recorder()), "run");
            refuses(() -> objectives.set(ENDED, LIMIT, recorder()), "run");
            refuses(() -> objectives.remove(RUN, "tttf", recorder()), "name");
            assertThat(objectives.remove(RUN, "ttft", recorder()).since()).isPresent();
            assertThat(held(connection).names()).isEmpty();
            assertThat(records(connection))
                    .extracting(AuditEvent::getAction)
                    .containsExactlyInAnyOrder("slo set", "slo remove");
            assertThat(records(connection)).allSatisfy(record -> {
                assertThat(record.getLogin()).isEqualTo("token 1");
                assertThat(record.getAddress()).isEqualTo("10.0.0.7");
                assertThat(record.getDetails()).containsEntry("reason", "too strict");
            });

            try (Admin admin = connection.admin()) {
                admin.deleteTopics(List.of(Topic.AUDIT.in(TEAM))).all().get();
            }
            Await.until(() -> !connection.has(Topic.AUDIT, TEAM), () -> "the topic is still there");
            assertThat(new ConsoleObjectives(context, connection, List.of(TEAM)).teams())
                    .isEmpty();
            assertThatThrownBy(() -> objectives.set(RUN, LIMIT, recorder()))
                    .isInstanceOf(ChangeRefusedException.class)
                    .hasMessageContaining("tidemark.default.audit");
            assertThat(held(connection).names()).isEmpty();
        }
    }

    private static void refuses(Runnable change, String field) {
        assertThatThrownBy(change::run)
                .isInstanceOfSatisfying(
                        InvalidValueException.class,
                        refused -> assertThat(refused.field()).isEqualTo(field));
    }

    private static ChangeRecorder recorder() {
        return new ChangeRecorder(
                new Changes.Operator("ana", "workstation"),
                "token 1",
                "10.0.0.7",
                new ChangeRecorder.Made(InstantSource.fixed(STARTED), new SplittableRandom(), "too strict"));
    }

    private static RunState run(RunKey key, Optional<Instant> ended) {
        return RunState.newBuilder()
                .setRun(key.run())
                .setExperiment("e")
                .setPhase("p")
                .setStarted(STARTED)
                .setEnded(ended.orElse(null))
                .build();
    }

    private static RunControlState held(ClusterConnection connection) {
        RunControlState held = new RunControlState(RUN.run());
        new ControlReader(connection, TEAM, "test").read(held::apply);
        return held;
    }

    private static List<AuditEvent> records(ClusterConnection connection) {
        List<AuditEvent> records = new ArrayList<>();
        TopicSnapshot.read(
                connection.feed("test"),
                new Tap<>(
                        Topic.AUDIT.in(TEAM),
                        From.BEGINNING,
                        SchemaRegistry.connect(connection.registry()).decoder(AuditEvent.class),
                        records::add));
        return records;
    }
}
