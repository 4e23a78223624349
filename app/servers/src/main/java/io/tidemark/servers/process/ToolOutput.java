package io.tidemark.servers.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What a short command of this machine says, such as {@code nvidia-smi}. */
public record ToolOutput(int status, String text) {
    private static final int MAX_BYTES = 4 << 20;

    /** Runs it; empty if it is not there or does not end in time. */
    public static Optional<ToolOutput> of(List<String> command, Duration atMost) throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .start();
        } catch (IOException e) {
            return Optional.empty(); // not there, which is what is asked
        }
        try {
            CompletableFuture<String> text = CompletableFuture.supplyAsync(() -> read(process));
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                return Optional.empty();
            }
            return Optional.of(new ToolOutput(process.exitValue(), text.join()));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String read(Process process) {
        try {
            return new String(process.getInputStream().readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return ""; // ended by us
        }
    }
}
