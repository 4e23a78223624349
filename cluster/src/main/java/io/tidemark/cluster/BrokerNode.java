package io.tidemark.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.FaultHandlerFactory;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * Kafka's broker and controller of one node, put together as {@link KafkaRaftServer} does it but with our sockets and our fault
 * handling: its own constructor takes neither, and its fault handler ends the process. This class alone knows these internals.
 */
final class BrokerNode {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final BrokerServer broker;
    private final ControllerServer controller;

    BrokerNode(Map<String, String> settings, BrokerPorts ports, BrokerThreads threads) {
        KafkaConfig config = new KafkaConfig(settings, false);
        Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> directory = KafkaRaftServer.initializeLogDirs(
                config, LoggerFactory.getLogger(BrokerNode.class), "[" + threads.getName() + "] ");
        QuorumConfig quorum = config.quorumConfig();
        SharedServer shared = new SharedServer(
                config,
                directory._1(),
                Time.SYSTEM,
                Server.initializeMetrics(
                        config, Time.SYSTEM, directory._1().clusterId().orElseThrow()),
                CompletableFuture.completedFuture(QuorumConfig.parseVoterConnections(quorum.voters())),
                QuorumConfig.parseBootstrapServers(quorum.bootstrapServers()),
                faults(threads),
                ports);
        this.broker = new BrokerServer(shared);
        this.controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), directory._2());
    }

    /** Returns when clients are served. The controller goes first: the broker registers with it. */
    void start() {
        controller.startup();
        broker.startup();
    }

    /** The broker goes first: its controlled shutdown needs the controller. */
    void stop() {
        broker.shutdown(STOP_LIMIT);
        controller.shutdown();
    }

    /** The level of a feature that the cluster has agreed on, 0 if none. */
    short featureLevel(String feature) {
        return broker.metadataCache().features().finalizedFeatures().getOrDefault(feature, (short) 0);
    }

    private static FaultHandlerFactory faults(BrokerThreads threads) {
        return (name, fatal, action) -> (message, cause) -> {
            action.run();
            if (fatal) {
                threads.fail(name + ": " + message, cause);
            } else {
                LoggerFactory.getLogger(BrokerNode.class).error("{}: {}", name, message, cause);
            }
            return new FaultHandlerException(name + ": " + message, cause);
        };
    }
}
