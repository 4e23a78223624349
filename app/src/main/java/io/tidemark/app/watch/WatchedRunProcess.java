package io.tidemark.app.watch;

import io.tidemark.app.process.ChildProcess;
import io.tidemark.schemas.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A run in a process of its own, so that what it leaves behind does not add up over weeks. It ends by itself when this process is gone.
 * What it says goes to a file. Thread-safe.
 */
record WatchedRunProcess(Process process, Path log) implements AutoCloseable {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(40);
    private static final int KEPT_LOGS = 50;
    private static final int SHOWN_LINES = 3;

    /**
     * Starts it.
     *
     * @param arguments of the {@code tidemark} command
     * @param environment what is added to this process' own
     * @param folder of the logs, of which the newest are kept
     * @param name of the log, by which logs are in their order
     * @throws UncheckedIOException if no process can be started
     */
    static WatchedRunProcess start(List<String> arguments, Map<String, String> environment, Path folder, String name) {
        List<String> command = ChildProcess.tidemark(ChildProcess.jvmOptions());
        command.addAll(arguments);
        try {
            PrivateFiles.createDirectories(folder);
            removeOldLogs(folder);
            Path log = folder.resolve(name);
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().putAll(environment);
            return new WatchedRunProcess(builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException("a run could not be started: " + e.getMessage(), e);
        }
    }

    /** Waits for its end; its exit code. */
    int await() throws InterruptedException {
        return process.waitFor();
    }

    /** The last lines that it wrote. */
    String lastWords() {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            List<String> all = lines.filter(line -> !line.isBlank()).toList();
            return String.join(" / ", all.subList(Math.max(0, all.size() - SHOWN_LINES), all.size()));
        } catch (IOException | UncheckedIOException e) {
            return "its log " + log + " cannot be read: " + e.getMessage();
        }
    }

    /** Asks it to stop its run and to publish that, and ends it if it does not. */
    @Override
    public void close() {
        ChildProcess.endAttached(process, STOP_WITHIN);
    }

    private static void removeOldLogs(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> old = files.filter(file -> file.toString().endsWith(".log"))
                    .sorted(Comparator.comparing(
                                    (Path file) -> file.getFileName().toString())
                            .reversed())
                    .skip(KEPT_LOGS - 1)
                    .toList();
            for (Path file : old) {
                Files.deleteIfExists(file);
            }
        }
    }
}
