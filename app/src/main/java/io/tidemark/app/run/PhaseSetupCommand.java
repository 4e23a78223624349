package io.tidemark.app.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.app.process.OperationContext;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.servers.process.ShellWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A user's command that sets the server up for a phase, run by {@code sh} before a run. It learns the phase from its
 * environment. What it writes goes to a file, not to a pipe: a server that it leaves running in the background may go on writing.
 *
 * @param name of the option or key that gives it, for messages
 * @param command as a shell takes it
 * @param logs folder of the files
 */
public record PhaseSetupCommand(OperationContext context, String name, String command, Path logs) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHOWN_LINES = 10;

    /**
     * What the command gets in its environment.
     *
     * @param scheduledRun which run follows
     * @param phase whose configuration the server is to have
     * @param previous phase of the run before it; empty before the first
     * @param target URL that load is sent to
     */
    public record SetupContext(PhaseOrder.ScheduledRun scheduledRun, PhasePlan phase, String previous, String target) {
        /** Variables of the command's environment. */
        public Map<String, String> variables() {
            return Map.of(
                    "TIDEMARK_PHASE", phase.name(),
                    "TIDEMARK_PREVIOUS_PHASE", previous,
                    "TIDEMARK_FLAGS_JSON", json(phase.flags()),
                    "TIDEMARK_FLAGS", ShellWords.join(arguments(phase.flags())),
                    "TIDEMARK_BLOCK", String.valueOf(scheduledRun.block()),
                    "TIDEMARK_RUN", String.valueOf(scheduledRun.number()),
                    "TIDEMARK_TARGET", target);
        }

        /** As vLLM's command line takes them: a switch has no value, and {@code default} leaves the flag out. */
        private static List<String> arguments(Map<String, String> flags) {
            return new TreeMap<>(flags)
                    .entrySet().stream()
                            .filter(flag -> !flag.getValue().equals(ServerPlan.DEFAULT_VALUE))
                            .map(flag -> switch (flag.getValue()) {
                                case "true" -> "--" + flag.getKey();
                                case "false" -> "--no-" + flag.getKey();
                                default -> "--" + flag.getKey() + "=" + flag.getValue();
                            })
                            .toList();
        }

        private static String json(Map<String, String> flags) {
            try {
                return JSON.writeValueAsString(new TreeMap<>(flags));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Runs it and waits for its end. If this process is asked to stop, it ends the command.
     *
     * @throws UnavailableException if it cannot be started or ends with another code than 0
     */
    public void execute(SetupContext setup) throws InterruptedException {
        Path log = logs.resolve("%03d-%s.log"
                .formatted(setup.scheduledRun().number(), setup.phase().name()));
        Process process = started(setup, log);
        try (var running = context.resources().child()) {
            running.register(() -> end(process));
            int code = process.waitFor();
            if (code != 0) {
                throw new UnavailableException(name + " ended with " + code + " before run "
                        + setup.scheduledRun().number() + ", phase "
                        + setup.phase().name() + ": "
                        + command + tail(log));
            }
        }
    }

    private Process started(SetupContext setup, Path log) {
        try {
            PrivateFiles.createDirectories(logs);
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(log.toFile());
            builder.environment().putAll(setup.variables());
            return builder.start();
        } catch (IOException e) {
            throw new UnavailableException(
                    name + " could not be started for phase " + setup.phase().name() + ": " + e.getMessage(), e);
        }
    }

    private static void end(Process process) {
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    private static String tail(Path log) {
        try {
            List<String> lines = new ArrayList<>(new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
            List<String> shown = lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
            return "\n  what it wrote (" + log + "):\n  " + String.join("\n  ", shown);
        } catch (IOException e) {
            return "\n  what it wrote cannot be read: " + e.getMessage();
        }
    }
}
