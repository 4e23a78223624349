package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackendTest {
    private static final Team TEAM = new Team("default");

    private static final Retention KEPT = Retention.DEFAULT
            .with(Duration.ofDays(365), Duration.ofDays(30), Duration.ofDays(7))
            .withTiers(Duration.ofDays(2), Duration.ofDays(30), Duration.ofDays(400));

    @TempDir
    private Path home;

    /** Its end would take the stack away from under the second one. */
    @Test
    void aStackThatAnotherRunStartedForItselfIsRefusedWithTheWayOut() {
        ProcessHandle other = ProcessHandle.current().parent().orElseThrow();
        StackFile.in(home).write(entry(StoreLocation.inHome(home), other, StackLifetime.ONE_COMMAND));

        try (Shell shell = new Shell(home)) {
            assertThatThrownBy(() -> Backend.open(shell.context(), Optional.empty(), TEAM, Optional.empty()))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining(home.toString())
                    .hasMessageContaining("process " + other.pid())
                    .hasMessageContaining("tidemark up");
        }
    }

    @Test
    void aRunOfATeamWhoseStreamsDoNotRunIsRefusedWithTheReason() {
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        StackFile.in(home)
                .write(entry(StoreLocation.inHome(home).anywhere(), parent, StackLifetime.ANYBODY)
                        .withStoppedTeams(Map.of(TEAM.name(), "it ended: long overflow")));

        try (Shell shell = new Shell(home)) {
            assertThatThrownBy(() -> Backend.open(shell.context(), Optional.empty(), TEAM, Optional.empty()))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("the streams of team default do not run")
                    .hasMessageContaining("it ended: long overflow");
        }
    }

    @Test
    void aStoreBesideTheStackThatIsUpIsRefusedWithBothNamed() {
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        StackFile.in(home).write(entry(StoreLocation.inHome(home).anywhere(), parent, StackLifetime.ANYBODY));
        StoreLocation another = new StoreLocation("jdbc:postgresql://db/bench?user=perf", Optional.empty());

        try (Shell shell = new Shell(home)) {
            assertThatThrownBy(() -> Backend.storeOf(
                            StackFile.in(home).read().orElseThrow(), Optional.of(another), shell.context()))
                    .isInstanceOf(OperationException.class)
                    .hasMessageContaining("--store " + another.text())
                    .hasMessageContaining(
                            home.resolve("store.db").toAbsolutePath().toString());
        }
    }

    @Test
    void whoeverComesToAStackFindsItsStoreAndThePasswordsFile() {
        StoreLocation server = new StoreLocation(
                "jdbc:postgresql://db/bench?user=perf",
                Optional.of(home.resolve("password").toAbsolutePath()));
        StackFile.in(home).write(entry(server, ProcessHandle.current(), StackLifetime.ANYBODY));
        StackFile.Entry read = StackFile.in(home).read().orElseThrow();
        assertThat(read.place()).isEqualTo(server);
        assertThat(read.retention()).isEqualTo(KEPT);

        StoreLocation again = new StoreLocation(server.text(), Optional.empty());
        try (Shell shell = new Shell(home)) {
            assertThat(Backend.storeOf(read, Optional.of(again), shell.context()))
                    .as("its password is where the stack has it from")
                    .isEqualTo(server);
        }
    }

    /** The topics hold a request of an earlier run. */
    @Test
    @Tag("integration")
    void aStoreThatNobodyNamedBeginsWithWhatComesAndANamedOneHoldsAllThatIsThere() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(home.resolve("cluster"));
                TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), TEAM);
                Shell shell = new Shell(home.resolve("home"))) {
            send(topics, 0);
            ClusterConnection named = new ClusterConnection(
                    cluster.bootstrapServers(), RegistryConfig.embedded(cluster.registryUrl()), Map.of());

            try (Backend backend = Backend.open(shell.context(), Optional.of(named), TEAM, Optional.empty())) {
                send(topics, 1); // In the partition of the earlier one, behind it.
                assertThat(stepsThroughTheLast(backend)).containsExactly(1);
            }
            StoreLocation kept = new StoreLocation(home.resolve("kept.db").toString(), Optional.empty());
            try (Backend backend = Backend.open(shell.context(), Optional.of(named), TEAM, Optional.of(kept))) {
                assertThat(stepsThroughTheLast(backend)).containsExactly(0, 1);
            }
        }
    }

    @Test
    @Tag("integration")
    void aSubjectThatHoldsAnotherSchemaIsNamedAndNoBugOfTidemark() throws Exception {
        String subject = Topic.TOKENS.subject(TEAM);
        try (LocalCluster cluster = LocalCluster.start(home.resolve("cluster"));
                Shell shell = new Shell(home.resolve("home"))) {
            try (SchemaRegistryClient client = new CachedSchemaRegistryClient(cluster.registryUrl(), 1)) {
                client.register(subject, new AvroSchema("\"string\""));
            }
            assertThat(shell.run(cluster, "admin", "topics", "create"))
                    .as(shell.err())
                    .isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(shell.err()).contains("refuses the schema of " + subject + ": not compatible with its versions");
        }
    }

    /** One of the step of that number. */
    private static void send(TeamTopics topics, int step) {
        topics.send(
                Topic.REQUESTS,
                Keys.request(Events.RUN, "a", step),
                Events.request(step, 100).setStep(step).build());
        topics.flush();
    }

    /** The steps whose requests are there once that of the last step is. */
    private static Set<Integer> stepsThroughTheLast(Backend backend) {
        Set<Integer> steps = new TreeSet<>();
        Await.until(
                () -> {
                    backend.results().scanRequests(new RunKey(TEAM, Events.RUN), request -> steps.add(request.step()));
                    return steps.contains(1);
                },
                () -> "requests of steps " + steps);
        return steps;
    }

    @Test
    void aStoresFileIsFoundFromAnyFolder() {
        assertThat(new StoreLocation("results.db", Optional.empty()).anywhere().text())
                .isEqualTo(Path.of("results.db").toAbsolutePath().toString());
    }

    @Test
    void filesOfEarlierVersionsSayNothingOfRetentionAndPasswords() throws Exception {
        Files.writeString(
                home.resolve("stack.json"),
                "{\"kafka\": \"127.0.0.1:1\", \"registry\": \"http://127.0.0.1:1\", \"store\": \"store.db\", \"pid\": 1}");
        StackFile.Entry read = StackFile.in(home).read().orElseThrow();
        assertThat(read.retention()).isEqualTo(Retention.DEFAULT);
        assertThat(read.place()).isEqualTo(new StoreLocation("store.db", Optional.empty()));
    }

    /** As in a container whose home is kept: each process of it has the id 1. */
    @Test
    void aStackWhoseProcessIdAnotherProcessHasByNowIsNotUp() throws Exception {
        ProcessHandle own = ProcessHandle.current();
        StackFile file = StackFile.in(home);
        file.write(entry(StoreLocation.inHome(home), own, StackLifetime.ANYBODY));
        assertThat(file.read().orElseThrow().alive()).isTrue();

        Path json = home.resolve("stack.json");
        long started = own.info().startInstant().orElseThrow().toEpochMilli();
        Files.writeString(
                json, Files.readString(json).replace(Long.toString(started), Long.toString(started - 60_000)));
        assertThat(file.read().orElseThrow().alive())
                .as("started a minute earlier")
                .isFalse();

        Files.writeString(json, Files.readString(json).replace(Long.toString(started - 60_000), "null"));
        assertThat(file.read().orElseThrow().alive())
                .as("a file that does not say the start, with this process' own id")
                .isFalse();
    }

    private static StackFile.Entry entry(StoreLocation store, ProcessHandle process, StackLifetime owner) {
        return new StackFile.Entry(
                new StackFile.Reachable("127.0.0.1:1", "http://127.0.0.1:1", null), store, process, owner, KEPT);
    }

    @Test
    void theStackOfARunIsItsOwnAndThatOfUpIsAnybodys() {
        assertThat(StackOptions.onLoopback(home, List.of(TEAM)).ofOneCommand().owner())
                .isEqualTo(StackLifetime.ONE_COMMAND);
        assertThat(StackOptions.onLoopback(home, List.of(TEAM)).owner()).isEqualTo(StackLifetime.ANYBODY);
    }
}
