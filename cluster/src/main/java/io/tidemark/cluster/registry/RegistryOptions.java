package io.tidemark.cluster.registry;

import io.tidemark.cluster.AddressRules;

/**
 * Where a registry listens and keeps its schemas.
 *
 * @param host the address that clients connect to; loopback unless the operator says otherwise (there is no authentication)
 * @param port 0 for a free one
 * @param bootstrapServers of the Kafka cluster that holds the topic
 * @param topic created with one compacted partition if missing; one registry at a time may write to it
 */
public record RegistryOptions(String host, int port, String bootstrapServers, String topic) {
    /** The name that Confluent's registry uses too. */
    public static final String DEFAULT_TOPIC = "_schemas";

    public RegistryOptions {
        AddressRules.requireHost("registry.host", host);
        AddressRules.requirePort("registry.port", port);
        if (bootstrapServers.isBlank() || topic.isBlank()) {
            throw new IllegalArgumentException(
                    "registry.bootstrapServers and registry.topic must not be blank but were '" + bootstrapServers
                            + "' and '" + topic + "'");
        }
    }

    /** Loopback, a free port, {@value #DEFAULT_TOPIC}. */
    public static RegistryOptions on(String bootstrapServers) {
        return new RegistryOptions("127.0.0.1", 0, bootstrapServers, DEFAULT_TOPIC);
    }

    public RegistryOptions listeningOn(String newHost, int newPort) {
        return new RegistryOptions(newHost, newPort, bootstrapServers, topic);
    }
}
