package io.tidemark.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own on this class path, to be sent signals; what it prints goes to a file. */
final class ChildJvm implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Process process;
    private final Path log;

    private ChildJvm(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * @param options of the JVM, such as -Xmx256m
     * @param log appended to
     */
    static ChildJvm start(Class<?> main, List<String> options, List<String> arguments, Path log) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return new ChildJvm(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it has printed. */
    String printed() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL; returns when it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM; returns when it is gone. */
    void terminate() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            kill();
        }
    }

    /** SIGSTOP: it stands still and its sockets stay open. */
    void freeze() throws InterruptedException {
        signal("STOP");
    }

    /** SIGCONT. */
    void thaw() throws InterruptedException {
        signal("CONT");
    }

    /** Its exit status. */
    int awaitEnd(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("still alive after " + limit + ": " + printed());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        try {
            if (process.isAlive()) {
                thaw();
            }
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void signal(String name) throws InterruptedException {
        try {
            int status = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (status != 0 && process.isAlive()) {
                throw new IllegalStateException("kill -" + name + " ended with " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
