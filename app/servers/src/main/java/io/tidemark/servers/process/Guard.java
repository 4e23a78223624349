package io.tidemark.servers.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process between us and a server: a small shell script that holds a pipe of ours. When the pipe ends, because we close it or because this
 * process is gone, it ends the server's process group and every process that carries the start's id. Thread-safe.
 */
public final class Guard implements AutoCloseable {
    private static final String SCRIPT = script();
    private static final Duration OUTPUT_WITHIN = Duration.ofSeconds(5);

    private final Process process;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final CompletableFuture<Boolean> outputEnd = new CompletableFuture<>();
    private final CompletableFuture<Boolean> heardAll = new CompletableFuture<>();
    private volatile int stopStatus;
    private volatile boolean processesLeft;

    private Guard(Process process) {
        this.process = process;
    }

    /**
     * Starts a command.
     *
     * @param output reads the command's output to its end, on a thread of its own
     * @throws UncheckedIOException if the guard cannot be started; a command that cannot be is an exit with 127
     */
    public static Guard start(GuardedCommand command, OutputReader output) {
        List<String> words = new ArrayList<>(arguments(command));
        words.addAll(0, List.of("setsid", "sh"));
        try {
            ProcessBuilder builder = new ProcessBuilder(words);
            command.directory().ifPresent(folder -> builder.directory(folder.toFile()));
            builder.environment().putAll(command.environment());
            Process process = builder.start();
            Guard guard = new Guard(process);
            guard.thread("server-output", () -> guard.readOutput(output));
            guard.thread("server-guard", guard::listen);
            if (command.input().isPresent()) {
                guard.write(command.input().get());
            }
            return guard;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the guard of a server could not be started (it needs setsid and sh): " + e.getMessage(), e);
        }
    }

    /** Reads what a command writes. */
    @FunctionalInterface
    public interface OutputReader {
        void read(InputStream output);
    }

    /** The arguments of {@code sh} for the guard, on this machine or another. */
    public static List<String> arguments(GuardedCommand command) {
        List<String> words = new ArrayList<>(List.of(
                "-c",
                SCRIPT,
                "tidemark-guard",
                command.startId(),
                String.valueOf(Math.max(0, command.grace().toSeconds())),
                command.mode(),
                command.stopScript()));
        words.addAll(command.arguments());
        return words;
    }

    /** When the command ended, with its exit status as a shell gives it; -1 if that is not known. */
    public CompletableFuture<Integer> exit() {
        return exit.copy();
    }

    /** The exit status; empty while it runs. */
    public OptionalInt status() {
        Integer status = exit.getNow(null);
        return status == null || status < 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /** Whether processes of the server could not be ended. */
    public boolean leftProcesses() {
        return processesLeft;
    }

    /** What the stop script ended with; 0 if there is none. */
    public int stopStatus() {
        return stopStatus;
    }

    /** Asks the guard to end the server. Returns at once. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The guard is gone already, which is what closing is for.
            process.destroy();
        }
    }

    /**
     * Waits until the command has ended by itself, at most so long, and then ends it and all that it left.
     *
     * @param grace as the command was started with; four times as long is waited for its end
     * @return whether it ended in time
     */
    public boolean endWithin(Duration atMost, Duration grace) throws InterruptedException, ExecutionException {
        try {
            exit().get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } finally {
            close();
            awaitEnd(grace.multipliedBy(4));
        }
    }

    /** Waits until the guard and all that it ended are gone; ends what it started by force if that takes longer. */
    public void awaitEnd(Duration atMost) {
        boolean interrupted = false;
        try {
            process.onExit().get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            // What left the group and the marks may hold the pipe of the output for ever; what the server wrote is read
            // by then. How it ended is what the guard says last.
            CompletableFuture.allOf(heardAll, outputEnd).get(OUTPUT_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            endByForce();
        } catch (TimeoutException | ExecutionException e) {
            endByForce();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Only processes below ours. */
    private void endByForce() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        exit.complete(-1);
    }

    private void readOutput(OutputReader output) {
        try {
            output.read(process.getInputStream());
        } finally {
            outputEnd.complete(true);
        }
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard(line);
            }
        } catch (IOException e) {
            // The pipe broke, so the guard is gone: the code below reports that.
        } finally {
            exit.complete(-1);
            heardAll.complete(true);
        }
    }

    private void heard(String line) {
        String[] words = line.split(" ", 2);
        if (words.length < 2 || !words[1].strip().matches("\\d{1,9}")) {
            return;
        }
        int number = Integer.parseInt(words[1].strip());
        switch (words[0]) {
            case "exit" -> exit.complete(number);
            case "stop" -> stopStatus = number;
            case "left" -> processesLeft = true;
            default -> {
                // The id of the process, which is not needed.
            }
        }
    }

    private void write(String text) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write(text.getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    private void thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static String script() {
        try (InputStream in = Guard.class.getResourceAsStream("guard.sh")) {
            if (in == null) {
                throw new IllegalStateException("guard.sh is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
