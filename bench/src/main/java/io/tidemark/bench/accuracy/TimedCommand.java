package io.tidemark.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command that has ended, with what it took: from the shell's start of it to its end, and the processor time of it and of all its descendants that were
 * waited for.
 *
 * @param log what it printed
 */
record TimedCommand(int exitCode, double wallSeconds, double cpuSeconds, Path log) {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String TIMED = "TIMEFORMAT='%R %U %S'; log=$1; shift; time \"$@\" >\"$log\" 2>&1 </dev/null";

    /** @throws IllegalStateException if it takes longer than three minutes */
    static TimedCommand run(List<String> command, Map<String, String> environment, Path log) throws IOException {
        List<String> words = new ArrayList<>(List.of("bash", "-c", TIMED, "bash", log.toString()));
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        Path times = log.resolveSibling(log.getFileName() + ".times");
        Process process = builder.redirectError(times.toFile()).start();
        if (!ended(process)) {
            throw new IllegalStateException(
                    String.join(" ", command) + " did not end within " + LIMIT + ": " + Files.readString(log));
        }
        String[] seconds = Files.readString(times).strip().split(" ", -1);
        return new TimedCommand(
                process.exitValue(),
                Double.parseDouble(seconds[0]),
                Double.parseDouble(seconds[1]) + Double.parseDouble(seconds[2]),
                log);
    }

    /** Whether it did so by itself; else it is ended with its descendants. */
    private static boolean ended(Process process) {
        boolean ended = false;
        try {
            ended = process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return ended;
    }
}
