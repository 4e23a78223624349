package io.tidemark.cluster.local;

import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.broker.EmbeddedKafka;
import io.tidemark.cluster.broker.KafkaOptions;
import io.tidemark.cluster.registry.RegistryOptions;
import io.tidemark.cluster.registry.RegistrySecurity;
import io.tidemark.cluster.registry.http.SchemaRegistryServer;
import io.tidemark.schemas.net.HostPort;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;

/** A broker and its registry, opened and closed together: all that Tidemark needs to run on one machine. */
public final class LocalCluster implements AutoCloseable {
    private final EmbeddedKafka kafka;
    private final SchemaRegistryServer registry;
    private final LocalClusterOptions options;

    private LocalCluster(EmbeddedKafka kafka, SchemaRegistryServer registry, LocalClusterOptions options) {
        this.kafka = kafka;
        this.registry = registry;
        this.options = options;
    }

    /** On loopback and free ports, with its data under the directory. */
    public static LocalCluster start(Path dataDir) {
        return start(LocalClusterOptions.in(dataDir));
    }

    /** @throws ClusterException if either cannot start; nothing is left running then */
    public static LocalCluster start(LocalClusterOptions options) {
        EmbeddedKafka kafka = EmbeddedKafka.start(options.kafka());
        try {
            RegistryOptions registry = RegistryOptions.on(kafka.bootstrapServers())
                    .letting(new RegistrySecurity.AsOpenAsItsBroker())
                    .listeningOn(options.registryHost(), options.registryPort());
            return new LocalCluster(kafka, SchemaRegistryServer.start(registry), options);
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
    }

    /** For clients on this machine. */
    public String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    /** For clients on this machine. */
    public String registryUrl() {
        HostPort listening = new HostPort(options.registryHost(), registry.port());
        return listening.isWildcard() ? "http://" + loopbackOf(listening) : registry.url();
    }

    /** For clients elsewhere; the same unless another address was to be advertised. */
    public String advertisedServers() {
        return kafka.advertisedServers();
    }

    /** For clients elsewhere; the same unless another address was to be advertised. */
    public String advertisedRegistryUrl() {
        return options.advertisedRegistry()
                .map(Object::toString)
                .or(() -> options.kafka().advertised().map(address -> "http://" + address.withPort(registry.port())))
                .orElseGet(this::registryUrl);
    }

    /** The port that the broker listens on for clients elsewhere. */
    public int kafkaPort() {
        return kafka.port();
    }

    private static HostPort loopbackOf(HostPort wildcard) {
        return new HostPort(wildcard.host().contains(":") ? "::1" : KafkaOptions.LOOPBACK, wildcard.port());
    }

    /** As {@link EmbeddedKafka#failed()}. */
    public CompletionStage<Void> failed() {
        return kafka.failed();
    }

    @Override
    public void close() {
        try {
            registry.close();
        } finally {
            kafka.close();
        }
    }
}
