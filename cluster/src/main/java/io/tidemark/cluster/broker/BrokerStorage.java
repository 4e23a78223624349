package io.tidemark.cluster.broker;

import io.tidemark.cluster.ClusterException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** The broker's directory on disk: made once with a random cluster id, kept as it is afterwards. */
final class BrokerStorage {
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
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            run(new Formatter()
                    .setPrintStream(nowhere)
                    .setClusterId(clusterId)
                    .setNodeId(BrokerSettings.NODE_ID)
                    .addDirectory(logDirectory.toString())
                    .setMetadataLogDirectory(logDirectory.toString())
                    .setControllerListenerName(BrokerPorts.CONTROLLER)
                    .setScramArguments(firstUsers.entrySet().stream()
                            .map(user -> "SCRAM-SHA-512=[name=" + user.getKey() + ",password=" + user.getValue() + "]")
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
