package io.tidemark.app.stack;

import io.tidemark.app.process.ChildProcess;
import io.tidemark.app.process.LowPriority;
import io.tidemark.app.process.OperationContext;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A local stack of one command, in a process of its own at the lowest priority: it never keeps the command's client from a core. It ends with the command, however
 * that ends.
 */
public final class StackProcess implements AutoCloseable {
    /** A line that the process prints once all of it runs. */
    public static final String READY = "ready";

    private static final Duration STOP_WITHIN = Duration.ofSeconds(60);

    private static final List<String> OPTIONS = List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Process process;
    private final StackFile.Entry entry;

    private StackProcess(Process process, StackFile.Entry entry) {
        this.process = process;
        this.entry = entry;
    }

    /**
     * Returns when all of it runs.
     *
     * @param store where its results go; empty for a file in the home folder
     * @throws UnavailableException if it ends before
     */
    static StackProcess start(OperationContext context, Team team, Optional<StoreLocation> store) {
        List<String> command = new ArrayList<>(
                ChildProcess.tidemark(Stream.concat(ChildProcess.classDataOptions().stream(), OPTIONS.stream())
                        .toList()));
        command.addAll(List.of("up", "--attached", "--team", team.name()));
        store.map(StoreLocation::anywhere).ifPresent(place -> {
            command.addAll(List.of("--store", place.text()));
            place.passwordFile()
                    .map(Path::toString)
                    .ifPresent(file -> command.addAll(List.of("--store-password-file", file)));
        });
        ProcessBuilder builder =
                new ProcessBuilder(LowPriority.of(command)).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(context.environment());
        builder.environment().put("TIDEMARK_HOME", context.home().toString());
        try {
            Process process = builder.start();
            awaitReady(process, context);
            return new StackProcess(process, StackFile.in(context.home()).read().orElseThrow());
        } catch (IOException e) {
            throw new UnavailableException("the stack's process could not be started: " + e.getMessage(), e);
        }
    }

    private static void awaitReady(Process process, OperationContext context) throws IOException {
        BufferedReader output = process.inputReader();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.equals(READY)) {
                return;
            }
            context.progress().line(line);
        }
        ChildProcess.awaitEnd(process, STOP_WITHIN);
        throw new UnavailableException(
                "the stack's process ended with " + process.exitValue() + " before it was ready; its reason is above");
    }

    /** How it is reached, and where its store is. */
    StackFile.Entry entry() {
        return entry;
    }

    @Override
    public void close() {
        ChildProcess.endAttached(process, STOP_WITHIN);
    }
}
