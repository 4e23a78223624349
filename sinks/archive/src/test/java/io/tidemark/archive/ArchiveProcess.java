package io.tidemark.archive;

import io.tidemark.cluster.local.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code tidemark serve archive} as a process of its own, which can be killed. */
public final class ArchiveProcess implements AutoCloseable {
    /** As bin/tidemark serve archive starts it. */
    static final List<String> MEASURED = List.of("-Xmx1g", "-XX:+UseG1GC");

    private static final List<String> TESTED = tested("-Xmx512m");

    private final Process process;
    private final Path log;
    private Duration cpu = Duration.ZERO;

    private ArchiveProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static ArchiveProcess start(LocalCluster cluster, Path out, Path log, String... more) throws IOException {
        return start(cluster, TESTED, out, log, more);
    }

    /** {@code tidemark serve archive compact}. */
    public static Process compact(Path out, Path log, String... more) throws IOException {
        List<String> command = java(tested("-Xmx256m"), log);
        command.addAll(List.of(CompactCommand.NAME, "--out", out.toString()));
        command.addAll(List.of(more));
        return started(command, log);
    }

    static ArchiveProcess start(LocalCluster cluster, List<String> jvm, Path out, Path log, String... more)
            throws IOException {
        List<String> command = java(jvm, log);
        command.addAll(List.of("--local", "--out", out.toString(), "--kafka", cluster.bootstrapServers()));
        command.addAll(List.of(more));
        if (!command.contains("--registry")) {
            command.addAll(List.of("--registry", cluster.registryUrl()));
        }
        return new ArchiveProcess(started(command, log), log);
    }

    /** Gone before the optimizing compiler and the verification of bytecode pay off. */
    private static List<String> tested(String heap) {
        return List.of(
                heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote");
    }

    private static List<String> java(List<String> jvm, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of(
                "-Djava.io.tmpdir=" + Files.createDirectories(log.resolveSibling("tmp")),
                "-cp",
                System.getProperty("java.class.path"),
                Archive.class.getName()));
        return command;
    }

    private static Process started(List<String> command, Path log) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    long pid() {
        return process.pid();
    }

    /** As {@code kill -9}. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** As SIGTERM; returns the exit code. */
    int stop() throws InterruptedException {
        askToStop();
        return awaitEnd();
    }

    /** As SIGTERM, without waiting. */
    void askToStop() {
        process.destroy();
    }

    /** Whatever became of the test, no process of it is left. */
    @Override
    public void close() {
        kill();
    }

    int awaitEnd() throws InterruptedException {
        for (int i = 0; i < 3_000; i++) {
            process.info().totalCpuDuration().ifPresent(now -> cpu = now);
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
        }
        throw new AssertionError("the archive did not end within 300 s: " + said());
    }

    /** Processor time that it had taken when it was last looked at, at most 100 ms before its end. */
    Duration cpu() {
        return cpu;
    }

    /** Returns when so many files count. */
    void awaitFiles(Path out, int files) throws InterruptedException {
        for (int i = 0; i < 6_000; i++) {
            if (counting(out) >= files) {
                return;
            }
            if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the archive ended by itself: " + said());
            }
        }
        throw new AssertionError("no " + files + " files within 300 s: " + said());
    }

    /** Returns when it has said that. */
    void awaitSaid(String description) throws InterruptedException {
        for (int i = 0; i < 6_000; i++) {
            if (said().contains(description)) {
                return;
            }
            if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the archive ended by itself: " + said());
            }
        }
        throw new AssertionError("not \"" + description + "\" within 300 s: " + said());
    }

    static long counting(Path out) {
        if (!Files.isDirectory(out)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(out)) {
            return files.filter(file -> file.getFileName().toString().matches("[^.].*\\.parquet"))
                    .count();
        } catch (IOException | UncheckedIOException e) {
            return 0; // The job renames files while they are listed.
        }
    }

    String said() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
