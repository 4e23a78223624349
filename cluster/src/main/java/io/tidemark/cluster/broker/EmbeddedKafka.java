package io.tidemark.cluster.broker;

import io.tidemark.cluster.ClusterException;
import io.tidemark.schemas.net.HostPort;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real one-node Kafka cluster (KRaft) in this JVM. It keeps its topics, and its cluster id, over restarts on the same directory;
 * brokers on other directories may run beside it. It never ends the process: {@link #failed()} says when it cannot go on.
 */
public final class EmbeddedKafka implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedKafka.class);
    private static final String TRANSACTION_FEATURE = "transaction.version";
    private static final short TRANSACTION_LEVEL = 2;

    private final Addresses addresses;
    private final String clusterId;
    private final BrokerThreads threads;
    private final ClosingStack open;

    /**
     * Where clients find it.
     *
     * @param here for those on this machine
     * @param elsewhere the address that is advertised to all others
     * @param listening what it listens on for others
     */
    private record Addresses(HostPort here, HostPort elsewhere, HostPort listening) {
        static Addresses of(KafkaOptions options, BrokerPorts ports) {
            HostPort listening = ports.of(BrokerPorts.CLIENTS);
            return options.advertised()
                    .map(address -> new Addresses(
                            ports.of(BrokerPorts.LOCAL), BrokerSettings.advertised(address, ports), listening))
                    .orElseGet(() -> new Addresses(listening, listening, listening));
        }
    }

    private EmbeddedKafka(Addresses addresses, String clusterId, BrokerThreads threads, ClosingStack open) {
        this.addresses = addresses;
        this.clusterId = clusterId;
        this.threads = threads;
        this.open = open;
    }

    /**
     * Starts a broker and returns when it serves clients.
     *
     * @throws ClusterException if the directory is in use or unusable, a port is taken, or the broker fails to start
     */
    public static EmbeddedKafka start(KafkaOptions options) {
        ClosingStack open = new ClosingStack();
        try {
            return start(options, open);
        } catch (RuntimeException e) {
            throw open.closeAfter(e);
        }
    }

    /** host:port, as {@code bootstrap.servers} of clients on this machine takes it. */
    public String bootstrapServers() {
        return addresses.here().toString();
    }

    /** host:port that is advertised to clients on other machines; that of {@link #bootstrapServers()} unless another is configured. */
    public String advertisedServers() {
        return addresses.elsewhere().toString();
    }

    /** The port that clients on other machines reach, through whatever maps it. */
    public int port() {
        return addresses.listening().port();
    }

    /** Random, made when the directory was first used. */
    public String clusterId() {
        return clusterId;
    }

    /** Completes exceptionally when the broker cannot go on (its disk is full, say); it is to be closed then. Never completes otherwise. */
    public CompletionStage<Void> failed() {
        return threads.failed().minimalCompletionStage();
    }

    /** Stops the broker cleanly, which lets the next one on this directory start without a recovery. */
    @Override
    public void close() {
        open.close();
    }

    private static EmbeddedKafka start(KafkaOptions options, ClosingStack open) {
        open.push(DirectoryLock.acquire(options.dataDir()));
        String clusterId =
                BrokerStorage.formatted(BrokerSettings.logDirectory(options.dataDir()), options.firstUsers());
        BrokerPorts ports = BrokerPorts.bind(options);
        open.push(ports);
        BrokerThreads threads =
                new BrokerThreads("kafka-" + ports.of(BrokerPorts.CLIENTS).port());
        BrokerNode node =
                threads.call("create", () -> new BrokerNode(BrokerSettings.of(options, ports), ports, threads));
        open.push(() -> threads.call("stop", () -> stopped(node)));
        threads.call("start", () -> started(node));
        Addresses addresses = Addresses.of(options, ports);
        LOG.info("Kafka cluster {} serves {} from {}", clusterId, addresses.elsewhere(), options.dataDir());
        return new EmbeddedKafka(addresses, clusterId, threads, open);
    }

    private static BrokerNode started(BrokerNode node) {
        node.start();
        short level = node.featureLevel(TRANSACTION_FEATURE);
        if (level < TRANSACTION_LEVEL) {
            throw new ClusterException(TRANSACTION_FEATURE + " must be at least " + TRANSACTION_LEVEL + " but was "
                    + level + "; below it a delayed commit can tear a transaction (KIP-890)");
        }
        return node;
    }

    private static BrokerNode stopped(BrokerNode node) {
        node.stop();
        return node;
    }
}
