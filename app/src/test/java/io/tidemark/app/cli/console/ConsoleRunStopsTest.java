package io.tidemark.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.console.change.ChangeRecorder;
import io.tidemark.console.change.Changes;
import io.tidemark.console.change.InvalidValueException;
import io.tidemark.console.change.RunStopControl;
import io.tidemark.events.AuditEvent;
import io.tidemark.events.RunCommand;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
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
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that the console stops on a cluster whose control topic tells of one that lasts and of one that ended. */
@Tag("long")
final class ConsoleRunStopsTest {
    private static final Team TEAM = new Team("default");
    private static final Instant STARTED = Instant.parse("2026-11-26T10:00:00Z");
    private static final Instant END = STARTED.plusSeconds(60);
    private static final RunKey RUN = new RunKey(TEAM, "01JD8Z6K3M5TQX9V2R7C0WHB4P");
    private static final RunKey ENDED = new RunKey(TEAM, "01JD8Z6K3M5TQX9V2R7C0WHB4Q");
    private static final RunKey UNKNOWN = new RunKey(TEAM, "01JD8Z6K3M5TQX9V2R7C0WHB4R");

    @TempDir
    private Path home;

    @Test
    void aRunIsAskedToStopWithTheRecordOfTheCaller() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(home.resolve("cluster"));
                Shell shell = new Shell(home)) {
            assertThat(shell.run(cluster, "admin", "topics", "create")).isZero();
            ClusterConnection connection = new ClusterConnection(
                    cluster.bootstrapServers(), RegistryConfig.embedded(cluster.registryUrl()), Map.of());
            CommandContext context = shell.context();
            publish(context, connection, RUN, Optional.empty());
            publish(context, connection, ENDED, Optional.of(END));
            RunStopControl stops = new ConsoleRunStops(context, connection, List.of(TEAM));
            assertThat(stops.teams()).containsExactly(TEAM);

            refuses(() -> stops.stop(UNKNOWN, recorder("a release")), "run");
            refuses(() -> stops.stop(ENDED, recorder("a release")), "run");
            refuses(() -> stops.stop(new RunKey(TEAM, "x"), recorder("a release")), "run");
            refuses(() -> stops.stop(RUN, recorder("two\nlines")), "reason");
            assertThat(records(connection, Topic.AUDIT, AuditEvent.class)).isEmpty();

            CompletableFuture<Void> process = CompletableFuture.runAsync(() -> {
                Await.until(
                        () -> !records(connection, Topic.RUN_COMMANDS, RunCommand.class)
                                .isEmpty(),
                        () -> "no command");
                publish(context, connection, RUN, Optional.of(END));
            });
            Optional<Instant> ended = stops.stop(RUN, recorder("a release")).ended();
            process.join();
            assertThat(ended)
                    .as("within 10 s, or not yet")
                    .satisfiesAnyOf(
                            at -> assertThat(at).hasValue(END),
                            at -> assertThat(at).isEmpty());
            assertThat(records(connection, Topic.RUN_COMMANDS, RunCommand.class))
                    .singleElement()
                    .satisfies(command -> {
                        assertThat(command.getRun()).isEqualTo(RUN.run());
                        assertThat(command.getBy()).isEqualTo("token 1 from 10.0.0.7");
                        assertThat(command.getReason()).isEqualTo("a release");
                    });
            assertThat(records(connection, Topic.AUDIT, AuditEvent.class))
                    .singleElement()
                    .satisfies(record -> {
                        assertThat(record.getAction()).isEqualTo("runs stop");
                        assertThat(record.getLogin()).isEqualTo("token 1");
                        assertThat(record.getAddress()).isEqualTo("10.0.0.7");
                        assertThat(record.getDetails()).containsEntry("reason", "a release");
                    });
        }
    }

    private static void refuses(Runnable change, String field) {
        assertThatThrownBy(change::run)
                .isInstanceOfSatisfying(
                        InvalidValueException.class,
                        refused -> assertThat(refused.field()).isEqualTo(field));
    }

    private static ChangeRecorder recorder(String reason) {
        return new ChangeRecorder(
                new Changes.Operator("ana", "workstation"),
                "token 1",
                "10.0.0.7",
                new ChangeRecorder.Made(InstantSource.fixed(STARTED), new SplittableRandom(), reason));
    }

    private static void publish(
            CommandContext context, ClusterConnection connection, RunKey key, Optional<Instant> ended) {
        RunState state = RunState.newBuilder()
                .setRun(key.run())
                .setExperiment("e")
                .setPhase("p")
                .setStarted(STARTED)
                .setStatus(ended.isPresent() ? RunStatus.ABORTED : RunStatus.RUNNING)
                .setEnded(ended.orElse(null))
                .build();
        new ControlPublisher(context, connection, TEAM).publish(List.of(state), STARTED);
    }

    private static <T extends SpecificRecord> List<T> records(
            ClusterConnection connection, Topic topic, Class<T> type) {
        List<T> records = new ArrayList<>();
        TopicSnapshot.read(
                connection.feed("test"),
                new Tap<>(
                        topic.in(TEAM),
                        From.BEGINNING,
                        SchemaRegistry.connect(connection.registry()).decoder(type),
                        records::add));
        return records;
    }
}
