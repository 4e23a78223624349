package io.tidemark.servers.recipe;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recipe as a guard runs it.
 *
 * @param serverCommand the server's own command line, secrets in plain text; empty if the recipe has none
 * @param arguments what the guard runs: the server itself, or what starts it and follows it to its end
 * @param environment on top of this process' own
 * @param directory working folder; empty for that of this process
 * @param stopScript run before any signal is sent; empty for none
 * @param input what is written to standard input, which then ends with this process; empty for no input
 * @param endsOnceStarted whether the end of what the guard runs, with 0, says that the server was started, not that it ended
 */
public record StartScript(
        List<String> serverCommand,
        List<String> arguments,
        Map<String, String> environment,
        Optional<Path> directory,
        String stopScript,
        Optional<String> input,
        boolean endsOnceStarted) {
    public StartScript {
        serverCommand = List.copyOf(serverCommand);
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }
}
