package io.tidemark.cluster.local;

import io.tidemark.cluster.AddressRules;
import io.tidemark.cluster.broker.KafkaOptions;
import java.nio.file.Path;

/**
 * Where a {@link LocalCluster} keeps its data and listens.
 *
 * @param kafka the broker's part
 * @param registryHost the address that clients connect to; loopback unless the operator says otherwise
 * @param registryPort 0 for a free one
 */
public record LocalClusterOptions(KafkaOptions kafka, String registryHost, int registryPort) {
    public LocalClusterOptions {
        AddressRules.requireHost("registry.host", registryHost);
        AddressRules.requirePort("registry.port", registryPort);
    }

    /** Loopback and free ports. */
    public static LocalClusterOptions in(Path dataDir) {
        return new LocalClusterOptions(KafkaOptions.in(dataDir.resolve("kafka")), KafkaOptions.LOOPBACK, 0);
    }

    /** The same address for both, each with its port, 0 for a free one. */
    public LocalClusterOptions listeningOn(String host, int kafkaPort, int newRegistryPort) {
        return new LocalClusterOptions(kafka.listeningOn(host, kafkaPort), host, newRegistryPort);
    }
}
