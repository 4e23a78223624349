package io.tidemark.cluster.broker;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.FaultHandlerFactory;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.controller.ControllerRequestContext;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * Kafka's broker and controller of one node, put together as {@link KafkaRaftServer} does it but with our sockets and our fault
 * handling: its own constructor takes neither, and its fault handler ends the process. This class alone knows these internals.
 */
final class BrokerNode {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerNode.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final long FORGOTTEN_WITHIN_SECONDS = 30;
    private static final int MAX_TRIES = 300;
    private static final long BETWEEN_TRIES_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BrokerServer broker;
    private final ControllerServer controller;
    private final int nodeId;

    BrokerNode(Map<String, String> settings, BrokerPorts ports, BrokerThreads threads) {
        KafkaConfig config = new KafkaConfig(settings, false);
        Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> directory =
                KafkaRaftServer.initializeLogDirs(config, LOG, "[" + threads.getName() + "] ");
        QuorumConfig quorum = config.quorumConfig();
        this.nodeId = config.nodeId();
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
        unregisterPreviousBroker();
        broker.startup();
    }

    /**
     * The registration of a broker that was killed holds until its session has run out, which is long here: see {@link BrokerSettings}. This
     * node has the data directory to itself, so no such broker is alive.
     */
    private void unregisterPreviousBroker() {
        for (int tries = 1; ; tries++) {
            try {
                controller
                        .controller()
                        .unregisterBroker(asItself(), nodeId)
                        .get(FORGOTTEN_WITHIN_SECONDS, TimeUnit.SECONDS);
                return;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof BrokerIdNotRegisteredException) {
                    return; // a new cluster
                }
                if (!(e.getCause() instanceof NotControllerException) || tries == MAX_TRIES) {
                    logFailure(e.getCause());
                    return;
                }
                LockSupport.parkNanos(BETWEEN_TRIES_NANOS); // it is not elected yet
            } catch (TimeoutException e) {
                logFailure(e);
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void logFailure(@Nullable Throwable why) {
        LOG.warn(
                "the broker's last registration could not be taken back; if it was killed, it is let in again in a minute",
                why);
    }

    private static ControllerRequestContext asItself() {
        RequestHeaderData header = new RequestHeaderData();
        return new ControllerRequestContext(header, KafkaPrincipal.ANONYMOUS, OptionalLong.empty());
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
                LOG.error("{}: {}", name, message, cause);
            }
            return new FaultHandlerException(name + ": " + message, cause);
        };
    }
}
