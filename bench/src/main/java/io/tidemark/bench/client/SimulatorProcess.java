package io.tidemark.bench.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The simulator in a JVM of its own, ended by its pid. */
final class SimulatorProcess implements AutoCloseable {
    static final String MODEL = "demo-small";

    private static final Pattern URL = Pattern.compile("http://[0-9.]+:[0-9]+");
    private static final String PROFILE = "server.yaml";
    private static final int STOP_SECONDS = 10;

    private final Process process;
    private final URI url;

    /** When the server wrote, by the host's monotonic clock: its first write of content was between the two. */
    record Writes(long receivedNanos, long firstBegunNanos, long firstDoneNanos) {}

    private SimulatorProcess(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    /** Returns when it says where it listens. */
    static SimulatorProcess start(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path profile = folder.resolve(PROFILE);
        try (InputStream built = Objects.requireNonNull(SimulatorProcess.class.getResourceAsStream(PROFILE))) {
            Files.copy(built, profile);
        }
        Path log = folder.resolve("server.log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.tidemark.app.Tidemark",
                        "simulate",
                        profile.toString())
                .redirectError(log.toFile())
                .start();
        try {
            return new SimulatorProcess(process, listening(process, log));
        } catch (IOException | RuntimeException e) {
            stop(process);
            throw e;
        }
    }

    private static URI listening(Process process, Path log) throws IOException {
        BufferedReader output = process.inputReader();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher found = URL.matcher(line);
            if (found.find()) {
                return URI.create(found.group());
            }
        }
        throw new IllegalStateException("the simulator ended before it listened: " + Files.readString(log));
    }

    URI url() {
        return url;
    }

    /** Its log, by request id. */
    Map<String, Writes> writes() throws IOException, InterruptedException {
        String lines = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(url.resolve("/simulator/writes")).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        JsonMapper json = new JsonMapper();
        Map<String, Writes> writes = new HashMap<>();
        for (String line : lines.lines().toList()) {
            JsonNode one = json.readTree(line);
            writes.put(
                    one.get("request").asText(),
                    new Writes(
                            one.get("receivedNanos").asLong(),
                            one.get("firstBegunNanos").asLong(),
                            one.get("contentNanos").path(0).asLong()));
        }
        return writes;
    }

    @Override
    public void close() {
        stop(process);
    }

    private static void stop(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            process.getInputStream().close();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("the output of process " + process.pid() + " could not be closed", e);
        }
    }
}
