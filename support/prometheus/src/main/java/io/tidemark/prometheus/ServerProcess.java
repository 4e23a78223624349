package io.tidemark.prometheus;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server of Prometheus' family: it answers {@code /-/ready} once it can be used. Not thread-safe. */
final class ServerProcess implements AutoCloseable {
    private static final int OK = 200;
    private static final int STOPS_WITHIN_SECONDS = 120;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> command;
    private final String url;
    private final Path log;
    private Process process;

    private ServerProcess(List<String> command, String url, Path log) {
        this.command = command;
        this.url = url;
        this.log = log;
        this.process = launch();
        awaitAnswers();
    }

    /** Starts a program with a configuration in a folder, on a free port of 127.0.0.1, and returns once it answers. */
    static ServerProcess start(Path folder, String program, String configuration, List<String> flags) {
        try {
            Path config = Files.writeString(folder.resolve(program + ".yml"), configuration);
            String address = "127.0.0.1:" + FreePorts.next();
            List<String> command =
                    new ArrayList<>(List.of(program, "--config.file=" + config, "--web.listen-address=" + address));
            command.addAll(flags);
            return new ServerProcess(command, "http://" + address, folder.resolve(program + ".log"));
        } catch (IOException e) {
            throw new UncheckedIOException(program + " cannot be started in " + folder, e);
        }
    }

    String url() {
        return url;
    }

    /** What it answers to GET. @throws IllegalStateException if that is not 200 */
    String get(String path) {
        HttpResponse<String> answer = ask(path);
        if (answer.statusCode() != OK) {
            throw new IllegalStateException(path + " was answered with " + answer.body());
        }
        return answer.body();
    }

    /** Ends it as a crash does, and starts it again at the same place. */
    void restart() {
        process.destroyForcibly();
        process.onExit().join();
        process = launch();
        awaitAnswers();
    }

    /** What it printed. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process launch() {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(command + " cannot be started", e);
        }
    }

    private void awaitAnswers() {
        boolean ready = Await.reached(() -> !process.isAlive() || isReady()) && process.isAlive();
        if (!ready) {
            String output = log();
            close();
            throw new IllegalStateException(command.get(0) + " does not answer:\n" + output);
        }
    }

    private boolean isReady() {
        try {
            return ask("/-/ready").statusCode() == OK;
        } catch (UncheckedIOException e) {
            return false; // It does not listen yet.
        }
    }

    private HttpResponse<String> ask(String path) {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(url + path + " cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted as " + command.get(0) + " was asked", e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOPS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().onExit().join();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
