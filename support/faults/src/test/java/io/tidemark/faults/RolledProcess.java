package io.tidemark.faults;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A service that is stopped as an operator stops it and started by another build on the same home. Not thread-safe. */
final class RolledProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(8);

    private final Path home;
    private final Path log;
    private final List<String> arguments;
    private final URI health;
    private final HttpClient client = HttpClient.newHttpClient();
    private Process process;

    private RolledProcess(Path home, List<String> arguments, URI health) {
        this.home = home;
        this.log = Path.of(home + ".log");
        this.arguments = arguments;
        this.health = health;
    }

    /** @param home whose last part names it */
    static RolledProcess start(TidemarkBuild build, Path home, List<String> command) throws IOException {
        int port = FreePorts.next();
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of("--http", Integer.toString(port)));
        RolledProcess rolled = new RolledProcess(home, arguments, URI.create("http://127.0.0.1:" + port + "/health"));
        rolled.process = build.start(home, rolled.log, arguments);
        return rolled;
    }

    /** Ends it by SIGTERM, starts it by another build and waits until it is ready. */
    void roll(TidemarkBuild to) throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError(home + " does not end: " + printed());
        }
        process = to.start(home, log, arguments);
        awaitReady();
    }

    void awaitReady() {
        Await.until(
                () -> !process.isAlive() || health().contains("\"status\":\"ready\",\"parts\""),
                LIMIT,
                () -> home.getFileName() + " is " + health() + "\n" + printed());
        if (!process.isAlive()) {
            throw new AssertionError(home.getFileName() + " ended with " + process.exitValue() + ": " + printed());
        }
    }

    String printed() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String health() {
        try {
            return client.send(
                            HttpRequest.newBuilder(health)
                                    .timeout(Duration.ofSeconds(10))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return "not there: " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
