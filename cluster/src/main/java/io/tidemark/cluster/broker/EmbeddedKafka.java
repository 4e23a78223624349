package io.tidemark.cluster.broker;

import com.google.common.io.Closer;
import io.tidemark.cluster.ClusterException;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.schemas.net.HostPort;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
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
    private final Closer open;

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

    private EmbeddedKafka(Addresses addresses, String clusterId, BrokerThreads threads, Closer open) {
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
        Closer open = Closer.create();
        try {
            return start(options, open);
        } catch (RuntimeException e) {
            try {
                open.close();
            } catch (IOException | RuntimeException f) {
                e.addSuppressed(f);
            }
            throw e;
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
        try {
            open.close();
        } catch (IOException e) {
            throw new ClusterException("could not close the broker: " + e, e);
        }
    }

    private static EmbeddedKafka start(KafkaOptions options, Closer open) {
        open.register(DirectoryLock.acquire(options.dataDir()));
        String clusterId =
                BrokerStorage.formatted(BrokerSettings.logDirectory(options.dataDir()), options.firstUsers());
        BrokerPorts ports = BrokerPorts.bind(options);
        open.register(ports);
        BrokerThreads threads =
                new BrokerThreads("kafka-" + ports.of(BrokerPorts.CLIENTS).port());
        BrokerNode node =
                threads.call("create", () -> new BrokerNode(BrokerSettings.of(options, ports), ports, threads));
        open.register(() -> threads.call("stop", () -> stopped(node)));
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

    /** The broker's directory on disk: made once with a random cluster id, kept as it is afterwards. */
    private static final class BrokerStorage {
        private BrokerStorage() {}

        /** The cluster id of the directory, which is formatted first if it never was. */
        static String formatted(Path logDirectory, Map<String, String> firstUsers) {
            try {
                MetaPropertiesEnsemble found = new MetaPropertiesEnsemble.Loader()
                        .addLogDirs(List.of(logDirectory.toString()))
                        .load();
                return found.clusterId().isPresent() ? found.clusterId().get() : format(logDirectory, firstUsers);
            } catch (IOException e) {
                throw new ClusterException("cannot read the broker's data in " + logDirectory + ": " + e, e);
            }
        }

        private static String format(Path logDirectory, Map<String, String> firstUsers) {
            String clusterId = Uuid.randomUuid().toString();
            try (PrintStream nowhere =
                    new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
                run(new Formatter()
                        .setPrintStream(nowhere)
                        .setClusterId(clusterId)
                        .setNodeId(BrokerSettings.NODE_ID)
                        .addDirectory(logDirectory.toString())
                        .setMetadataLogDirectory(logDirectory.toString())
                        .setControllerListenerName(BrokerPorts.CONTROLLER)
                        .setScramArguments(firstUsers.entrySet().stream()
                                .map(user ->
                                        "SCRAM-SHA-512=[name=" + user.getKey() + ",password=" + user.getValue() + "]")
                                .toList())
                        .setReleaseVersion(MetadataVersion.latestProduction())
                        .setIgnoreFormatted(true));
            }
            return clusterId;
        }

        private static void run(Formatter formatter) {
            try {
                formatter.run();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new ClusterException("cannot format " + formatter.directories() + " for the broker: " + e, e);
            }
        }
    }

    /** Holds a data directory for one broker; the operating system lets go of it when the process ends, however it ends. */
    private record DirectoryLock(FileChannel channel) implements Closeable {
        static final String FILE_NAME = "broker.lock";

        /** Creates the directory if it is missing. */
        static DirectoryLock acquire(Path directory) {
            Path file = directory.resolve(FILE_NAME);
            try {
                PrivateFiles.createDirectories(directory);
                FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                if (tryLock(channel).isEmpty()) {
                    channel.close();
                    throw new ClusterException(directory + " is in use by the broker of process " + holder(file)
                            + "; wait if it is just starting, stop it, or choose another data directory");
                }
                return signed(channel);
            } catch (IOException e) {
                throw new ClusterException(directory + " must be a writable directory for the broker's data: " + e, e);
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new ClusterException("could not release " + FILE_NAME + ": " + e, e);
            }
        }

        private static Optional<FileLock> tryLock(FileChannel channel) throws IOException {
            try {
                return Optional.ofNullable(channel.tryLock());
            } catch (OverlappingFileLockException e) {
                return Optional.empty(); // held by this same JVM
            }
        }

        private static DirectoryLock signed(FileChannel channel) throws IOException {
            byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(pid), 0);
            return new DirectoryLock(channel);
        }

        private static String holder(Path file) throws IOException {
            String pid = Files.readString(file, StandardCharsets.US_ASCII).trim();
            return pid.isEmpty() ? "(unknown)" : pid;
        }
    }
}
