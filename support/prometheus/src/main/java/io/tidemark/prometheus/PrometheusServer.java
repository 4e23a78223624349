package io.tidemark.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A Prometheus server with its data in a folder, on a free port of 127.0.0.1. Not thread-safe. */
public final class PrometheusServer implements AutoCloseable {
    /** Stores native histograms, and asks targets for them. */
    public static final String NATIVE_HISTOGRAMS = "--enable-feature=native-histograms";

    /** Stores exemplars. */
    public static final String EXEMPLARS = "--enable-feature=exemplar-storage";

    private static final int ANSWERS_WITHIN_SECONDS = 60;
    private static final int LOOKS_EVERY_MILLIS = 50;
    private static final int OK = 200;
    private static final int LAST_SECONDS = 3_600;
    private static final int AHEAD_SECONDS = 60;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final Process process;
    private final Path log;
    private final String url;

    private PrometheusServer(Process process, Path log, String url) {
        this.process = process;
        this.log = log;
        this.url = url;
    }

    /** Why there can be no server on this machine; empty if there can. */
    public static Optional<String> obstacle() {
        return PrometheusTool.missing("prometheus");
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
        try {
            Path config = Files.writeString(folder.resolve("prometheus.yml"), configuration);
            Path log = folder.resolve("prometheus.log");
            String address = "127.0.0.1:" + freePort();
            List<String> command = new ArrayList<>(List.of("prometheus"));
            command.add("--config.file=" + config);
            command.add("--storage.tsdb.path=" + folder.resolve("data"));
            command.add("--web.listen-address=" + address);
            command.addAll(List.of(flags));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            PrometheusServer server = new PrometheusServer(process, log, "http://" + address);
            server.awaitAnswers();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("Prometheus cannot be started in " + folder, e);
        }
    }

    /** Where it answers. */
    public String url() {
        return url;
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
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode get(String path) {
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new IllegalStateException(path + " was answered with " + answer.body());
            }
            return json.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(url + path + " cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted as Prometheus was asked", e);
        }
    }

    private void awaitAnswers() {
        long tries = TimeUnit.SECONDS.toMillis(ANSWERS_WITHIN_SECONDS) / LOOKS_EVERY_MILLIS;
        for (long i = 0; i < tries && process.isAlive(); i++) {
            if (isReady()) {
                return;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOKS_EVERY_MILLIS));
        }
        String said = log();
        close();
        throw new IllegalStateException("Prometheus does not answer:\n" + said);
    }

    private boolean isReady() {
        try {
            return http.send(
                                    HttpRequest.newBuilder(URI.create(url + "/-/ready"))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == OK;
        } catch (IOException e) {
            return false; // it does not listen yet
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted as Prometheus was waited for", e);
        }
    }

    private static String encoded(String expression) {
        return URLEncoder.encode(expression, StandardCharsets.UTF_8);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
