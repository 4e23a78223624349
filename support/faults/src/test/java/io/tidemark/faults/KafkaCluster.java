package io.tidemark.faults;

import io.tidemark.fixtures.process.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/** A KRaft cluster of child processes, each broker and controller in one. */
final class KafkaCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    private final List<BrokerNode> nodes = new ArrayList<>();
    private final List<Integer> clientPorts;
    private final int proxiedPort;

    private KafkaCluster(List<Integer> clientPorts, int proxiedPort) {
        this.clientPorts = clientPorts;
        this.proxiedPort = proxiedPort;
    }

    /**
     * How a cluster is made.
     *
     * @param nodes 1 or 3
     * @param advertised port of a proxy through which the second listener is reached; for one node only
     * @param overrides broker settings that replace ours
     */
    record Shape(int nodes, OptionalInt advertised, Map<String, String> overrides) {
        static Shape of(int nodes) {
            return new Shape(nodes, OptionalInt.empty(), Map.of());
        }

        /** What a topic is stored how often. */
        short replication() {
            return (short) nodes;
        }
    }

    static KafkaCluster start(Path folder, Shape shape) {
        List<Integer> controllers = ports(shape.nodes);
        String voters = IntStream.range(0, shape.nodes)
                .mapToObj(i -> (i + 1) + "@" + HOST + ":" + controllers.get(i))
                .collect(Collectors.joining(","));
        KafkaCluster cluster = new KafkaCluster(ports(shape.nodes), FreePorts.next());
        String clusterId = Uuid.randomUuid().toString();
        for (int i = 0; i < shape.nodes; i++) {
            Map<String, String> settings = new HashMap<>(footprint(shape.replication()));
            settings.putAll(cluster.role(i, shape, controllers.get(i)));
            settings.put("controller.quorum.voters", voters);
            Path own = folder.resolve("node-" + (i + 1));
            settings.put("log.dirs", own.resolve("logs").toString());
            settings.putAll(shape.overrides);
            cluster.nodes.add(BrokerNode.start(own, clusterId, settings));
        }
        return cluster;
    }

    /** Of all nodes. */
    String bootstrapServers() {
        return clientPorts.stream().map(port -> HOST + ":" + port).collect(Collectors.joining(","));
    }

    /** Where the listener behind the proxy really listens. */
    int proxiedPort() {
        return proxiedPort;
    }

    BrokerNode node(int index) {
        return nodes.get(index);
    }

    @Override
    public void close() {
        nodes.forEach(BrokerNode::close);
    }

    private Map<String, String> role(int index, Shape shape, int controllerPort) {
        String clients = "CLIENTS://" + HOST + ":" + clientPorts.get(index);
        boolean proxied = shape.advertised.isPresent();
        String listeners = clients + (proxied ? ",PROXIED://" + HOST + ":" + proxiedPort : "");
        String advertised = clients + (proxied ? ",PROXIED://" + HOST + ":" + shape.advertised.getAsInt() : "");
        return Map.of(
                "process.roles", "broker,controller",
                "node.id", Integer.toString(index + 1),
                "controller.listener.names", "CONTROLLER",
                "inter.broker.listener.name", "CLIENTS",
                "listener.security.protocol.map", "CONTROLLER:PLAINTEXT,CLIENTS:PLAINTEXT,PROXIED:PLAINTEXT",
                "listeners", listeners + ",CONTROLLER://" + HOST + ":" + controllerPort,
                "advertised.listeners", advertised);
    }

    private static Map<String, String> footprint(int replication) {
        String copies = Integer.toString(replication);
        String inSync = Integer.toString(Math.min(2, replication));
        Map<String, String> settings = new HashMap<>();
        settings.put("auto.create.topics.enable", "false");
        settings.put("default.replication.factor", copies);
        settings.put("min.insync.replicas", inSync);
        settings.put("offsets.topic.replication.factor", copies);
        settings.put("transaction.state.log.replication.factor", copies);
        settings.put("transaction.state.log.min.isr", inSync);
        settings.put("share.coordinator.state.topic.replication.factor", copies);
        settings.put("share.coordinator.state.topic.min.isr", inSync);
        settings.put("broker.heartbeat.interval.ms", "500");
        settings.put("broker.session.timeout.ms", "3000");
        settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        settings.put("offsets.topic.num.partitions", "4");
        settings.put("transaction.state.log.num.partitions", "4");
        settings.put("share.coordinator.state.topic.num.partitions", "1");
        settings.put("log.segment.bytes", Integer.toString(64 << 20));
        settings.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        return settings;
    }

    private static List<Integer> ports(int count) {
        return IntStream.range(0, count).mapToObj(i -> FreePorts.next()).toList();
    }
}
