package io.tidemark.cluster.local;

import io.tidemark.cluster.AddressRules;
import io.tidemark.cluster.broker.KafkaOptions;
import io.tidemark.schemas.net.HostPort;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a {@link LocalCluster} keeps its data and listens.
 *
 * @param kafka the broker's part
 * @param registryHost the address that the registry listens on; loopback unless the operator says otherwise
 * @param registryPort 0 for a free one
 * @param advertisedRegistry the registry's URL for clients on other machines; empty for the host that the broker advertises, and the port
 *     that the registry listens on
 */
public record LocalClusterOptions(
        KafkaOptions kafka, String registryHost, int registryPort, Optional<URI> advertisedRegistry) {
    public LocalClusterOptions {
        registryHost = kafka.advertised().isPresent()
                ? AddressRules.requireListenHost("registry.host", registryHost)
                : AddressRules.requireHost("registry.host", registryHost);
        AddressRules.requirePort("registry.port", registryPort);
    }

    /** Loopback and free ports. */
    public static LocalClusterOptions in(Path dataDir) {
        return new LocalClusterOptions(
                KafkaOptions.in(dataDir.resolve("kafka")), KafkaOptions.LOOPBACK, 0, Optional.empty());
    }

    /** The same address for both, each with its port, 0 for a free one. */
    public LocalClusterOptions listeningOn(String host, int kafkaPort, int newRegistryPort) {
        return new LocalClusterOptions(
                kafka.listeningOn(host, kafkaPort, kafka.advertised()), host, newRegistryPort, advertisedRegistry);
    }

    /** Advertises these addresses to clients; it may then listen on the wildcard address too. */
    public LocalClusterOptions advertising(Optional<HostPort> broker, Optional<URI> registry) {
        return new LocalClusterOptions(
                kafka.listeningOn(kafka.host(), kafka.port(), broker), registryHost, registryPort, registry);
    }
}
