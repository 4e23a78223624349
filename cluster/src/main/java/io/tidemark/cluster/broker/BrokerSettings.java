package io.tidemark.cluster.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What a one-node broker is told: everything replicated once, few threads and small buffers, nothing created by accident. */
final class BrokerSettings {
    static final int NODE_ID = 1;
    static final String CONTROLLER_LISTENER = "CONTROLLER";
    private static final String BROKER_LISTENER = "CLIENTS";

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

    private static Map<String, String> role(KafkaOptions options, BrokerPorts ports) {
        String controller = KafkaOptions.LOOPBACK + ":" + ports.controllerPort();
        return Map.of(
                "process.roles",
                "broker,controller",
                "node.id",
                Integer.toString(NODE_ID),
                "controller.quorum.voters",
                NODE_ID + "@" + controller,
                "controller.listener.names",
                CONTROLLER_LISTENER,
                "inter.broker.listener.name",
                BROKER_LISTENER,
                "listener.security.protocol.map",
                CONTROLLER_LISTENER + ":PLAINTEXT," + BROKER_LISTENER + ":PLAINTEXT",
                "listeners",
                BROKER_LISTENER + "://" + options.host() + ":" + ports.brokerPort() + "," + CONTROLLER_LISTENER + "://"
                        + controller,
                "log.dirs",
                logDirectory(options.dataDir()).toString());
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
                Map.entry("broker.heartbeat.interval.ms", "500"),
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
