package io.tidemark.cluster.broker;

import io.tidemark.schemas.net.HostPort;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The settings of a one-node broker: everything replicated once, few threads and small buffers, nothing created by accident. */
final class BrokerSettings {
    static final int NODE_ID = 1;

    private BrokerSettings() {}

    static Map<String, String> of(KafkaOptions options, BrokerPorts ports) {
        Map<String, String> settings = new HashMap<>();
        settings.putAll(role(options, ports));
        settings.putAll(safety());
        settings.putAll(footprint());
        settings.putAll(options.overrides());
        return settings;
    }

    static Path logDirectory(Path dataDir) {
        return dataDir.resolve("logs");
    }

    /** Listeners, and the address that each advertises to clients. The broker talks to itself, as its own clients do, on loopback. */
    private static Map<String, String> role(KafkaOptions options, BrokerPorts ports) {
        Map<String, HostPort> advertised = new HashMap<>(ports.listening());
        options.advertised().ifPresent(address -> advertised.put(BrokerPorts.CLIENTS, advertised(address, ports)));
        advertised.remove(BrokerPorts.CONTROLLER);
        return Map.of(
                "process.roles",
                "broker,controller",
                "node.id",
                Integer.toString(NODE_ID),
                "controller.quorum.voters",
                NODE_ID + "@" + ports.of(BrokerPorts.CONTROLLER),
                "controller.listener.names",
                BrokerPorts.CONTROLLER,
                "inter.broker.listener.name",
                options.advertised().isPresent() ? BrokerPorts.LOCAL : BrokerPorts.CLIENTS,
                "listener.security.protocol.map",
                ports.listening().keySet().stream()
                        .map(listener -> listener + ":PLAINTEXT")
                        .collect(Collectors.joining(",")),
                "listeners",
                text(ports.listening()),
                "advertised.listeners",
                text(advertised),
                "log.dirs",
                logDirectory(options.dataDir()).toString());
    }

    /** The address that is advertised to clients, with its port. */
    static HostPort advertised(HostPort advertised, BrokerPorts ports) {
        return advertised.port() == 0
                ? advertised.withPort(ports.of(BrokerPorts.CLIENTS).port())
                : advertised;
    }

    private static String text(Map<String, HostPort> listeners) {
        return listeners.entrySet().stream()
                .map(listener -> listener.getKey() + "://" + listener.getValue())
                .collect(Collectors.joining(","));
    }

    private static Map<String, String> safety() {
        return Map.ofEntries(
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("default.replication.factor", "1"),
                Map.entry("min.insync.replicas", "1"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("share.coordinator.state.topic.replication.factor", "1"),
                Map.entry("share.coordinator.state.topic.min.isr", "1"),
                // The controller of the only broker fences it when it does not hear from it for so long, which on a
                // starved machine takes
                // all partitions away. A node that was killed takes its old registration back when it starts again.
                Map.entry("broker.heartbeat.interval.ms", "2000"),
                Map.entry("broker.session.timeout.ms", "60000"),
                // Streams' restart after a crash waits for the old transaction: let it be found out soon (default 10
                // s).
                Map.entry("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000"),
                Map.entry("group.initial.rebalance.delay.ms", "0"));
    }

    private static Map<String, String> footprint() {
        Map<String, String> small = new HashMap<>();
        // A record in each half second says how far a follower of the metadata is behind; the only node has none.
        small.put("metadata.max.idle.interval.ms", "0");
        small.put("num.network.threads", "2");
        small.put("num.io.threads", "4");
        small.put("background.threads", "2");
        small.put("num.recovery.threads.per.data.dir", "2");
        small.put("group.coordinator.threads", "1");
        small.put("share.coordinator.threads", "1");
        small.put("offsets.topic.num.partitions", "4");
        small.put("transaction.state.log.num.partitions", "4");
        small.put("share.coordinator.state.topic.num.partitions", "1");
        small.put("log.segment.bytes", Integer.toString(64 << 20));
        small.put("offsets.topic.segment.bytes", Integer.toString(8 << 20));
        small.put("transaction.state.log.segment.bytes", Integer.toString(8 << 20));
        small.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        // The cleaner must run (compacted topics), but its default map is 128 MiB of heap; 4 MiB holds some 170 000
        // keys a round.
        small.put("log.cleaner.enable", "true");
        small.put("log.cleaner.threads", "1");
        small.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        // No JMX beans: several brokers may share a JVM, where the names would collide.
        small.put("metric.reporters", "");
        return small;
    }
}
