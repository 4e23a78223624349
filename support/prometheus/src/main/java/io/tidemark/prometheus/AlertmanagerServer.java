package io.tidemark.prometheus;

import java.nio.file.Path;
import java.util.ArrayList;
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
        return start(folder, configuration, "--cluster.listen-address=");
    }

    /**
     * Starts one of a cluster of two, and returns once it answers.
     *
     * @param own {@code host:port} that it talks to the other on
     * @param other that of the other, which may start later
     */
    public static AlertmanagerServer ofPair(Path folder, String configuration, String own, String other) {
        return start(
                folder,
                configuration,
                "--cluster.listen-address=" + own,
                "--cluster.advertise-address=" + own,
                "--cluster.peer=" + other,
                "--cluster.settle-timeout=1s");
    }

    private static AlertmanagerServer start(Path folder, String configuration, String... cluster) {
        List<String> flags = new ArrayList<>(List.of(cluster));
        flags.add("--storage.path=" + folder.resolve("data"));
        return new AlertmanagerServer(ServerProcess.start(folder, PROGRAM, configuration, flags));
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
