package io.tidemark.cluster.local;

import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.broker.EmbeddedKafka;
import io.tidemark.cluster.registry.RegistryOptions;
import io.tidemark.cluster.registry.RegistrySecurity;
import io.tidemark.cluster.registry.http.SchemaRegistryServer;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;

/** A broker and its registry, opened and closed together: all that Tidemark needs to run on one machine. */
public final class LocalCluster implements AutoCloseable {
    private final EmbeddedKafka kafka;
    private final SchemaRegistryServer registry;

    private LocalCluster(EmbeddedKafka kafka, SchemaRegistryServer registry) {
        this.kafka = kafka;
        this.registry = registry;
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
            return new LocalCluster(kafka, SchemaRegistryServer.start(registry));
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
    }

    public String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    public String registryUrl() {
        return registry.url();
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
