package io.tidemark.app.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.Closer;
import io.tidemark.app.CommandException;
import io.tidemark.app.Surroundings;
import io.tidemark.producer.plan.PhasePlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/**
 * The user's command that sets the server up for a phase. It is run before every run, also where the phase is that of the run before: what one
 * start of a server brings with it differs from run to run then, as it will differ later.
 */
public final class ServerSetup {
    /** Variables that the command finds in its environment: the phase's name, and its flags as a JSON object. */
    static final String PHASE = "TIDEMARK_PHASE";

    static final String FLAGS = "TIDEMARK_FLAGS";

    private static final JsonMapper JSON = new JsonMapper();
    private static final int LAST_LINES = 10;

    private final Surroundings surroundings;
    private final String command;

    /** @param command for {@code sh -c} */
    public ServerSetup(Surroundings surroundings, String command) {
        this.surroundings = surroundings;
        this.command = command;
    }

    /**
     * Returns when the command has ended well.
     *
     * @throws CommandException if the command cannot be started or does not end with 0: with its last lines
     */
    public void of(PhasePlan phase) throws InterruptedException {
        Path output = surroundings.home().resolve("setup.log");
        surroundings.terminal().sayf("  setup     %s", command);
        int code = run(phase, output);
        if (code != 0) {
            throw CommandException.infrastructure("--setup \"" + command + "\" ended with " + code + " for phase "
                    + phase.name() + lastLines(output));
        }
    }

    private int run(PhasePlan phase, Path output) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        try {
            Files.createDirectories(surroundings.home());
            builder.redirectOutput(output.toFile());
            builder.environment().put(PHASE, phase.name());
            builder.environment().put(FLAGS, flags(phase));
            try (Closer parts = surroundings.closer().nested()) {
                return parts.keep(new Running(builder.start())).await();
            }
        } catch (IOException e) {
            throw CommandException.infrastructure(
                    "--setup \"" + command + "\" cannot be started for phase " + phase.name() + ": " + e.getMessage(),
                    e);
        }
    }

    private static String flags(PhasePlan phase) throws JsonProcessingException {
        return JSON.writeValueAsString(new TreeMap<>(phase.flags()));
    }

    /** A server that the command leaves behind goes on writing there: what it says is in this file, too. */
    private static String lastLines(Path output) {
        try {
            List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
            List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
            return last.isEmpty() ? " and said nothing" : ":\n" + String.join("\n", last);
        } catch (IOException e) {
            return "; what it said cannot be read: " + e.getMessage();
        }
    }

    /** The command itself, ended when this one is told to stop; what it started goes on. */
    private record Running(Process process) implements AutoCloseable {
        int await() throws InterruptedException {
            return process.waitFor();
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
