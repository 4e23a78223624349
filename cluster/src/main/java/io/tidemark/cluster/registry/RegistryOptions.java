package io.tidemark.cluster.registry;

import io.tidemark.cluster.AddressRules;
import io.tidemark.cluster.registry.RegistrySecurity.LoopbackOnly;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * Where a registry listens and keeps its schemas.
 *
 * @param host the address that it listens on; loopback unless it has users
 * @param port 0 for a free one
 * @param bootstrapServers of the Kafka cluster that holds the topic
 * @param clientSettings of the clients of that cluster, such as security
 * @param topic created with one compacted partition if missing; one registry at a time may write to it
 * @param security whom it lets in
 */
public record RegistryOptions(
        String host,
        int port,
        String bootstrapServers,
        Map<String, String> clientSettings,
        String topic,
        RegistrySecurity security) {
    /** The name that Confluent's registry uses too. */
    public static final String DEFAULT_TOPIC = "_schemas";

    public RegistryOptions {
        AddressRules.requirePort("registry.port", port);
        if (bootstrapServers.isBlank() || topic.isBlank()) {
            throw new IllegalArgumentException(
                    "registry.bootstrapServers and registry.topic must not be blank but were '" + bootstrapServers
                            + "' and '" + topic + "'");
        }
        host = AddressRules.requireListenHost("registry.host", host);
        security.requireFor(host);
        clientSettings = Map.copyOf(clientSettings);
    }

    /** Without users, on loopback. */
    public RegistryOptions(
            String host, int port, String bootstrapServers, Map<String, String> clientSettings, String topic) {
        this(host, port, bootstrapServers, clientSettings, topic, new LoopbackOnly());
    }

    /** Loopback, a free port, {@value #DEFAULT_TOPIC}. */
    public static RegistryOptions on(String bootstrapServers) {
        return new RegistryOptions("127.0.0.1", 0, bootstrapServers, Map.of(), DEFAULT_TOPIC);
    }

    public RegistryOptions listeningOn(String newHost, int newPort) {
        return new RegistryOptions(newHost, newPort, bootstrapServers, clientSettings, topic, security);
    }

    public RegistryOptions letting(RegistrySecurity in) {
        return new RegistryOptions(host, port, bootstrapServers, clientSettings, topic, in);
    }

    /** The same with its schemas in a cluster that clients need these settings for. */
    public RegistryOptions withClientSettings(Map<String, String> settings) {
        return new RegistryOptions(host, port, bootstrapServers, settings, topic, security);
    }

    /** What every client of the cluster is given; a copy of the caller's own. */
    Map<String, Object> kafkaSettings() {
        Map<String, Object> settings = new HashMap<>(clientSettings);
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return settings;
    }
}
