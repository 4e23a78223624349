package io.tidemark.bench.harness;

import io.tidemark.app.Tidemark;
import io.tidemark.app.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A command of the product in a JVM of its own, with its home in the benchmark's folder. Not thread-safe. */
public final class TidemarkProcess implements AutoCloseable {
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(3);
    private static final Duration ENDS_WITHIN = Duration.ofMinutes(1);
    private static final List<String> OPTIONS = List.of("-Xmx768m", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20");

    private final BenchmarkContext bench;
    private final Process process;
    private final Path log;

    private TidemarkProcess(BenchmarkContext bench, Process process, Path log) {
        this.bench = bench;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it on this class path.
     *
     * @param name of its log, in the benchmark's folder
     */
    public static TidemarkProcess start(BenchmarkContext bench, String name, List<String> arguments) {
        List<String> words = ChildProcess.java(OPTIONS, System.getProperty("java.class.path"), Tidemark.class);
        words.addAll(arguments);
        return startCommand(bench, name, words);
    }

    /**
     * Starts it as a user does.
     *
     * @param name of its log, in the benchmark's folder
     * @param words the launcher and its arguments
     */
    public static TidemarkProcess startCommand(BenchmarkContext bench, String name, List<String> words) {
        try {
            Path log = bench.folder().resolve(name + ".log");
            ProcessBuilder builder =
                    new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().put("TIDEMARK_HOME", home(bench).toString());
            return new TidemarkProcess(bench, builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(String.join(" ", words) + " cannot be started", e);
        }
    }

    /** The home of all of them. */
    public static Path home(BenchmarkContext bench) {
        return bench.folder().resolve("home");
    }

    /**
     * Returns when it has printed that.
     *
     * @throws IllegalStateException with all that it printed, if it ends or takes too long
     */
    public void awaitPrinted(String text) {
        new ConditionWait(bench.nanos(), Duration.ofMillis(50), STARTS_WITHIN)
                .until(() -> !process.isAlive() || printed().contains(text), this::printed);
        requireAlive();
    }

    /** @throws IllegalStateException with all that it printed, if it has ended */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(log.getFileName() + ": the process ended: " + printed());
        }
    }

    private String printed() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it as Ctrl-C does. */
    @Override
    public void close() {
        process.destroy();
        ChildProcess.awaitEnd(process, ENDS_WITHIN);
    }
}
