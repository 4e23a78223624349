package io.tidemark.faults;

import io.tidemark.fixtures.process.ChildJvm;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** A broker in a process of its own, which can be killed and started again on its data. Not thread-safe. */
final class BrokerNode implements AutoCloseable {
    private final Path folder;
    private ChildJvm process;

    private BrokerNode(Path folder, ChildJvm process) {
        this.folder = folder;
        this.process = process;
    }

    /**
     * Formats its folder and starts it.
     *
     * @param settings must name node.id and log.dirs
     */
    static BrokerNode start(Path folder, String clusterId, Map<String, String> settings) {
        try {
            Files.createDirectories(folder);
            Properties properties = new Properties();
            properties.putAll(settings);
            try (Writer out = Files.newBufferedWriter(folder.resolve("server.properties"))) {
                properties.store(out, null);
            }
            format(clusterId, settings);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return new BrokerNode(folder, launch(folder));
    }

    /** Starts it again after it ended. */
    void restart() {
        process = launch(folder);
    }

    ChildJvm process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }

    private static ChildJvm launch(Path folder) {
        return ChildJvm.start(
                BrokerMain.class,
                List.of("-Xmx384m"),
                List.of(folder.resolve("server.properties").toString()),
                folder.resolve("broker.log"));
    }

    private static void format(String clusterId, Map<String, String> settings) {
        String logs = settings.getOrDefault("log.dirs", "");
        try {
            new Formatter()
                    .setClusterId(clusterId)
                    .setNodeId(Integer.parseInt(settings.getOrDefault("node.id", "")))
                    .addDirectory(logs)
                    .setMetadataLogDirectory(logs)
                    .setControllerListenerName("CONTROLLER")
                    .setReleaseVersion(MetadataVersion.latestProduction())
                    .setIgnoreFormatted(true)
                    .run();
        } catch (Exception e) { // the signature of Kafka's formatter
            throw new AssertionError("cannot format " + logs, e);
        }
    }
}
