package io.tidemark.cluster.broker;

import io.tidemark.cluster.AddressRules;
import io.tidemark.schemas.net.HostPort;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where an embedded broker keeps its data and listens.
 *
 * @param dataDir created if missing; one broker at a time may use it, and the next one finds the topics of the last
 * @param host the address that it listens on; loopback unless the operator says otherwise
 * @param port of the broker, 0 for a free one
 * @param advertised the address that clients connect to, its port 0 for the one that is listened on; empty for the address that is listened on
 * @param controllerPort of the KRaft controller, always on loopback, 0 for a free one
 * @param overrides broker settings (Kafka's names) that replace ours
 * @param firstUsers users and their SCRAM-SHA-512 passwords, made when the directory is first used: without one no user could log in to make the
 *     others
 */
public record KafkaOptions(
        Path dataDir,
        String host,
        int port,
        Optional<HostPort> advertised,
        int controllerPort,
        Map<String, String> overrides,
        Map<String, String> firstUsers) {
    public static final String LOOPBACK = "127.0.0.1";

    public KafkaOptions {
        host = advertised.isPresent()
                ? AddressRules.requireListenHost("kafka.host", host)
                : AddressRules.requireHost("kafka.host", host);
        advertised.ifPresent(address -> AddressRules.requireHost("kafka.advertised", address.host()));
        AddressRules.requirePort("kafka.port", port);
        AddressRules.requirePort("kafka.controllerPort", controllerPort);
        dataDir = dataDir.toAbsolutePath().normalize();
        overrides = Map.copyOf(overrides);
        firstUsers = Map.copyOf(firstUsers);
    }

    /** Loopback, free ports, no overrides. */
    public static KafkaOptions in(Path dataDir) {
        return new KafkaOptions(dataDir, LOOPBACK, 0, Optional.empty(), 0, Map.of(), Map.of());
    }

    /** The same with another address to listen on, which is also advertised to clients. */
    public KafkaOptions listeningOn(String newHost, int newPort) {
        return listeningOn(newHost, newPort, Optional.empty());
    }

    public KafkaOptions listeningOn(String newHost, int newPort, Optional<HostPort> newAdvertised) {
        return new KafkaOptions(dataDir, newHost, newPort, newAdvertised, controllerPort, overrides, firstUsers);
    }

    public KafkaOptions overriding(String setting, String value) {
        Map<String, String> more = new HashMap<>(overrides);
        more.put(setting, value);
        return new KafkaOptions(dataDir, host, port, advertised, controllerPort, more, firstUsers);
    }

    /** With a user that may log in from the start, for a broker whose overrides ask for SCRAM-SHA-512. */
    public KafkaOptions withFirstUser(String name, String password) {
        Map<String, String> more = new HashMap<>(firstUsers);
        more.put(name, password);
        return new KafkaOptions(dataDir, host, port, advertised, controllerPort, overrides, more);
    }
}
