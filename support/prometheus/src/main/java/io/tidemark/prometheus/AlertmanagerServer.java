package io.tidemark.prometheus;

import io.tidemark.fixtures.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The {@code prometheus-alertmanager} of this machine in a folder, on a free port of 127.0.0.1. Not thread-safe. */
public final class AlertmanagerServer implements AutoCloseable {
    private static final String PROGRAM = "prometheus-alertmanager";

    private final ServerProcess server;

    private AlertmanagerServer(ServerProcess server) {
        this.server = server;
    }

    /** Why there can be no server on this machine; empty if there can. */
    public static Optional<String> obstacle() {
        return PrometheusTool.missing(PROGRAM, PROGRAM);
    }

    /** Starts one with a configuration, and returns once it answers. */
    public static AlertmanagerServer start(Path folder, String configuration) {
        try {
            Path config = Files.writeString(folder.resolve("alertmanager.yml"), configuration);
            String address = "127.0.0.1:" + FreePorts.next();
            return new AlertmanagerServer(new ServerProcess(
                    List.of(
                            PROGRAM,
                            "--config.file=" + config,
                            "--storage.path=" + folder.resolve("data"),
                            "--web.listen-address=" + address,
                            "--cluster.listen-address="),
                    "http://" + address,
                    folder.resolve("log")));
        } catch (IOException e) {
            throw new UncheckedIOException("Alertmanager cannot be started in " + folder, e);
        }
    }

    /** Where it answers. */
    public String url() {
        return server.url();
    }

    /** What it answers to GET, as JSON. */
    public String get(String path) {
        return server.get(path);
    }

    /** The alerts that are active now, as JSON. */
    public String alerts() {
        return get("/api/v2/alerts");
    }

    /** Ends it as a crash does, so that it forgets its alerts, and starts it again at the same place. */
    public void restart() {
        server.restart();
    }

    @Override
    public void close() {
        server.close();
    }
}
