package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.fixtures.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Processes of the program of an unpacked tarball, which the variable {@code TIDEMARK} names. Without it a test is skipped and says so. */
final class InstalledProgram implements AutoCloseable {
    private static final String VARIABLE = "TIDEMARK";
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final String program;
    private final Path home;
    private final List<Running> running = new ArrayList<>();

    private InstalledProgram(String program, Path home) {
        this.program = program;
        this.home = home;
    }

    /** @param home holds what the processes write */
    static InstalledProgram in(Path home) {
        String program = System.getenv().getOrDefault(VARIABLE, "");
        assumeTrue(
                Files.isExecutable(Path.of(program)),
                "no program is started: the variable " + VARIABLE
                        + " must be the path of bin/tidemark of an unpacked tarball but is \"" + program + "\"");
        return new InstalledProgram(program, home);
    }

    Running start(String... arguments) throws IOException {
        Path said = home.resolve(running.size() + ".log");
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("TIDEMARK_HOME", home.toString());
        Running started = new Running(builder.start(), said);
        running.add(started);
        return started;
    }

    /** Ends all processes, the last one first. */
    @Override
    public void close() {
        for (int i = running.size() - 1; i >= 0; i--) {
            Process process = running.get(i).process();
            process.destroy();
            process.onExit().join();
        }
    }

    /** @param said file with what it prints */
    record Running(Process process, Path said) {
        /** The first group of a pattern, as soon as the process printed what matches it. */
        String await(Pattern pattern) {
            Await.until(
                    () -> pattern.matcher(output()).find() || !process.isAlive(),
                    PATIENCE,
                    () -> "no line matches " + pattern + ": " + output());
            Matcher found = pattern.matcher(output());
            assertThat(found.find()).as("%s in %s", pattern, output()).isTrue();
            return found.group(1);
        }

        String output() {
            try {
                return Files.exists(said) ? Files.readString(said) : "";
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
