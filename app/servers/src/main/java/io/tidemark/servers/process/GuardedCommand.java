package io.tidemark.servers.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command to run under a guard.
 *
 * @param startId in the environment of all that the command starts
 * @param arguments of the command itself
 * @param environment on top of this process' own
 * @param directory working folder; empty for that of this process
 * @param grace between SIGTERM and SIGKILL, in whole seconds
 * @param stopScript what a shell runs before any signal is sent, such as {@code docker stop}; empty for none
 * @param input what is written to the command's standard input, which then ends when this process does; empty for no input
 * @param leavesOthers whether what the command leaves running when it has ended by itself is not ours, and is left alone
 */
public record GuardedCommand(
        String startId,
        List<String> arguments,
        Map<String, String> environment,
        Optional<Path> directory,
        Duration grace,
        String stopScript,
        Optional<String> input,
        boolean leavesOthers) {
    public GuardedCommand {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** Of the guard's script. */
    String mode() {
        if (leavesOthers) {
            return "script";
        }
        return input.isPresent() ? "input" : "guard";
    }
}
