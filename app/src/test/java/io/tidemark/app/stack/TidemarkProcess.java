package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.Tidemark;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.QuickStart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** The command in a process of its own, as a user's terminal starts it; closed, it is gone whatever it was doing. */
final class TidemarkProcess implements AutoCloseable {
    /** Long enough for a machine that is busy with other builds; what is waited for usually takes seconds. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Pattern STACK_TRACE =
            Pattern.compile("\\s+at [\\w.$]+\\(|Caused by: |[\\w.]+(Exception|Error)(:|$)");

    /** The JDK from which on bin/tidemark allows what libraries do. */
    private static final int WARNS_OF_LIBRARIES = 24;

    private final Process process;
    private final Path out;
    private final Path err;

    private TidemarkProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static TidemarkProcess start(Path home, String... arguments) {
        return startUnder(List.of(), home, arguments);
    }

    /** @param wrapper a command that replaces itself with the one that follows it, such as {@code nice} */
    static TidemarkProcess startUnder(List<String> wrapper, Path home, String... arguments) {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                // A shell that runs the build in the background makes its children ignore SIGINT.
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Djava.awt.headless=true"));
        command.addAll(QuickStart.OPTIONS);
        if (Runtime.version().feature() >= WARNS_OF_LIBRARIES) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Tidemark.class.getName()));
        command.addAll(List.of(arguments));
        try {
            Files.createDirectories(home);
            Path out = Files.createTempFile(home, arguments[0] + "-", ".out");
            Path err = out.resolveSibling(out.getFileName() + ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().put("TIDEMARK_HOME", home.toString());
            return new TidemarkProcess(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code tidemark up} in a home, ready. */
    static TidemarkProcess up(Path home) {
        TidemarkProcess up = start(home, "up");
        up.awaitSaid("It is up.");
        return up;
    }

    /** Waits until standard output has a text. */
    void awaitSaid(String text) {
        await(() -> {
            if (!process.isAlive() && !out().contains(text)) {
                throw new AssertionError("it ended without saying \"" + text + "\": " + said());
            }
            return out().contains(text);
        });
    }

    /** Waits for anything, while saying what this process said if it does not come. */
    void await(BooleanSupplier condition) {
        Await.until(condition, PATIENCE, this::said);
    }

    /** Its exit code, once it has ended. */
    int exitCode() throws InterruptedException {
        return exitCode(PATIENCE);
    }

    int exitCode(Duration within) throws InterruptedException {
        assertThat(process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS))
                .as("ended within %s: %s", within, said())
                .isTrue();
        return process.exitValue();
    }

    /** As {@code kill -9}. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** As Ctrl-C. */
    void interrupt() throws InterruptedException {
        try {
            Process kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
            assertThat(kill.waitFor()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    /** Nothing that a user would not want to see: few lines, no stack trace. */
    void assertQuiet() {
        assertThat(err().lines().filter(line -> STACK_TRACE.matcher(line).lookingAt()))
                .as("stack traces in %s", err())
                .isEmpty();
        assertThat(err().lines()).as("lines of %s", err()).hasSizeLessThan(8);
    }

    private String said() {
        return "\nout:\n" + out() + "\nerr:\n" + err();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
