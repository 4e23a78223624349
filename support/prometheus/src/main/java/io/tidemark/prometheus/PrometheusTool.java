package io.tidemark.prometheus;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Runs {@code promtool} and asks whether programs are there. */
public final class PrometheusTool {
    private static final int NOT_FOUND = 127;

    private PrometheusTool() {}

    /**
     * How a run ended.
     *
     * @param output of both streams
     */
    public record Ended(int exitCode, String output) {}

    /** Why it cannot be run on this machine; empty if it can. */
    public static Optional<String> obstacle() {
        return missing("promtool", "prometheus");
    }

    /** {@code promtool check metrics} of a page in the text format. */
    public static Ended checkMetrics(String page) {
        return run(List.of("promtool", "check", "metrics"), page);
    }

    /** Any other of its commands, such as {@code test rules FILE}. */
    public static Ended run(String... arguments) {
        return run(command(arguments), "");
    }

    /** @param debian the package that has it */
    static Optional<String> missing(String program, String debian) {
        return run(List.of(program, "--version"), "").exitCode() == 0
                ? Optional.empty()
                : Optional.of(program + " is not installed (apt-get install --no-install-recommends " + debian + ")");
    }

    private static List<String> command(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "promtool";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return List.of(command);
    }

    static Ended run(List<String> command, String input) {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return new Ended(NOT_FOUND, String.valueOf(e.getMessage()));
        }
        try {
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(command + " cannot be run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted as " + command + " was waited for", e);
        } finally {
            process.destroy();
        }
    }
}
