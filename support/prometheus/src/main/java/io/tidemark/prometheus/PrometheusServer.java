package io.tidemark.prometheus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A Prometheus server with its data in a folder, on a free port of 127.0.0.1. Not thread-safe. */
public final class PrometheusServer implements AutoCloseable {
    /** Stores native histograms, and asks targets for them. */
    public static final String NATIVE_HISTOGRAMS = "--enable-feature=native-histograms";

    /** Stores exemplars. */
    public static final String EXEMPLARS = "--enable-feature=exemplar-storage";

    private static final int LAST_SECONDS = 3_600;
    private static final int AHEAD_SECONDS = 60;

    private final ObjectMapper json = new ObjectMapper();
    private final ServerProcess server;

    private PrometheusServer(ServerProcess server) {
        this.server = server;
    }

    /** Why there can be no server on this machine; empty if there can. */
    public static Optional<String> obstacle() {
        return PrometheusTool.missing("prometheus", "prometheus");
    }

    /**
     * Starts a server that scrapes each target every second.
     *
     * @param target {@code host:port} whose {@code /metrics} is scraped
     * @param flags more flags of the program
     */
    public static PrometheusServer scraping(Path folder, String target, String... flags) {
        return start(folder, """
                global: { scrape_interval: 1s, evaluation_interval: 1s }
                scrape_configs:
                  - job_name: tidemark
                    static_configs: [ { targets: [ '%s' ] } ]
                """.formatted(target), flags);
    }

    /** Starts a server with a configuration, and returns once it answers. */
    public static PrometheusServer start(Path folder, String configuration, String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("--storage.tsdb.path=" + folder.resolve("data"));
        return new PrometheusServer(ServerProcess.start(folder, "prometheus", configuration, all));
    }

    /** Where it answers. */
    public String url() {
        return server.url();
    }

    /** The series that an expression gives now: {@code metric} and {@code value} or {@code histogram} of each. */
    public JsonNode query(String expression) {
        return get("/api/v1/query?query=" + encoded(expression)).path("data").path("result");
    }

    /** The exemplars of the last hour of the series that an expression names. */
    public JsonNode exemplars(String expression) {
        long now = query("time()").path(1).asLong();
        return get("/api/v1/query_exemplars?query=" + encoded(expression) + "&start=" + (now - LAST_SECONDS) + "&end="
                        + (now + AHEAD_SECONDS))
                .path("data");
    }

    /** What it logged. */
    public String log() {
        return server.log();
    }

    private JsonNode get(String path) {
        try {
            return json.readTree(server.get(path));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(path + " was not answered with JSON", e);
        }
    }

    private static String encoded(String expression) {
        return URLEncoder.encode(expression, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.close();
    }
}
