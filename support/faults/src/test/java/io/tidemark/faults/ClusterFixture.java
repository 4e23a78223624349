package io.tidemark.faults;

import io.tidemark.cluster.registry.RegistryOptions;
import io.tidemark.cluster.registry.RegistrySecurity;
import io.tidemark.cluster.registry.http.SchemaRegistryServer;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.streams.host.GroupOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** A cluster of child processes, its registry and one team's topics; hosts are started by the row. Closes all that it started. */
final class ClusterFixture implements AutoCloseable {
    static final int PARTITIONS = 2;

    /** What was committed before a kill may be read after it, but not this much later; no host is back so soon. */
    private static final Duration UNDER_WAY = Duration.ofMillis(300);

    private final Path folder;
    private final KafkaCluster kafka;
    private final SchemaRegistryServer registryServer;
    private final SchemaRegistry registry;
    private final Map<String, String> registryLogin;
    private final Deque<Runnable> closing = new ArrayDeque<>();

    private ClusterFixture(
            Path folder, KafkaCluster kafka, SchemaRegistryServer registryServer, Map<String, String> registryLogin) {
        this.folder = folder;
        this.kafka = kafka;
        this.registryServer = registryServer;
        this.registryLogin = registryLogin;
        this.registry = SchemaRegistry.connect(
                new RegistryConfig(registryServer.url(), registryLogin, RegistryConfig.Registration.REGISTER));
    }

    static ClusterFixture start(Path folder, KafkaCluster.Shape shape) {
        return start(folder, shape, new RegistrySecurity.LoopbackOnly(), Map.of());
    }

    /** @param registryLogin the registry client's settings */
    static ClusterFixture start(
            Path folder, KafkaCluster.Shape shape, RegistrySecurity users, Map<String, String> registryLogin) {
        KafkaCluster kafka = KafkaCluster.start(folder.resolve("kafka"), shape);
        try {
            BrokerReadiness.awaitAll(kafka.bootstrapServers(), shape.nodes());
            RegistryOptions options =
                    RegistryOptions.on(kafka.bootstrapServers()).letting(users);
            return new ClusterFixture(folder, kafka, SchemaRegistryServer.start(options), registryLogin);
        } catch (RuntimeException | Error e) {
            kafka.close();
            throw e;
        }
    }

    KafkaCluster kafka() {
        return kafka;
    }

    SchemaRegistry registry() {
        return registry;
    }

    String registryUrl() {
        return registryServer.url();
    }

    /** Makes the topics of a team. */
    TeamFixture team(String name, KafkaCluster.Shape shape) {
        Team team = new Team(name);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            new TopicBootstrap(admin, registry).create(team, PARTITIONS, shape.replication());
        }
        TeamFixture scene = new TeamFixture(team, this, folder);
        closeAtEnd(scene::close);
        return scene;
    }

    /** One load of a team that has its topics, with a ledger of its own. */
    TeamFixture load(String team, String name) {
        TeamFixture load = new TeamFixture(new Team(team), this, new Ledger(folder.resolve("ledger-" + name + ".tsv")));
        closeAtEnd(load::close);
        return load;
    }

    /** A streams host on a state directory of that name. */
    ChildJvm host(String name, String... settings) {
        return host(place(name), List.of("-Xmx256m"), settings);
    }

    /** As most hosts are placed. */
    HostPlace place(String name) {
        return new HostPlace(name, kafka.bootstrapServers(), registryUrl(), GroupOptions.Protocol.CLASSIC);
    }

    /** Where a host keeps its state, what it connects to and how it shares its work. */
    record HostPlace(String name, String bootstrapServers, String registryUrl, GroupOptions.Protocol protocol) {
        HostPlace withKafka(String other) {
            return new HostPlace(name, other, registryUrl, protocol);
        }

        HostPlace withRegistry(String other) {
            return new HostPlace(name, bootstrapServers, other, protocol);
        }

        HostPlace with(GroupOptions.Protocol other) {
            return new HostPlace(name, bootstrapServers, registryUrl, other);
        }
    }

    ChildJvm host(HostPlace place, List<String> jvmOptions, String... settings) {
        List<String> arguments = new ArrayList<>(List.of(
                place.bootstrapServers, place.registryUrl, stateDir(place.name).toString(), place.protocol.name()));
        arguments.addAll(List.of(settings));
        registryLogin.forEach((setting, value) -> arguments.add(setting + "=" + value));
        ChildJvm host = ChildJvm.start(HostMain.class, jvmOptions, arguments, folder.resolve(place.name + ".log"));
        closeAtEnd(host::close);
        return host;
    }

    Path stateDir(String host) {
        return folder.resolve(host);
    }

    /** Closed before what was opened earlier. */
    void closeAtEnd(Runnable closer) {
        closing.push(closer);
    }

    /** How long until the team's application commits something new after it was stopped. */
    static Duration untilOutput(Instant stopped, ResultCollector results, Duration limit) {
        Instant since = stopped.plus(UNDER_WAY);
        Await.until(() -> results.lastOutput().isAfter(since), limit, () -> "no output since " + since);
        return Duration.between(stopped, results.lastOutput());
    }

    @Override
    public void close() {
        closing.forEach(Runnable::run);
        registryServer.close();
        kafka.close();
    }
}
