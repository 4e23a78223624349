package io.tidemark.app.server;

import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.servers.ProcessServerLauncher;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.servers.flags.FlagRenderer;
import io.tidemark.servers.flags.FlagSet;
import io.tidemark.simulator.serve.ServeArgumentException;
import io.tidemark.simulator.serve.VllmArguments;
import io.tidemark.simulator.serve.VllmServeFlags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command line of a server, read as {@code tidemark simulate serve} reads it.
 *
 * @param request what is to be started
 * @param settings how servers are simulated
 */
record VirtualCommandLine(ServerStartRequest request, VirtualServerLauncher.Settings settings) {
    private static final VllmServeFlags FLAGS = VllmServeFlags.load();

    /** Secrets masked; empty if the recipe has none of its own. */
    List<String> words() {
        String line = ProcessServerLauncher.rendered(request, settings.environment());
        return line.isEmpty() ? List.of() : CommandTemplate.parse(line).words();
    }

    /** @throws ServeArgumentException if vLLM would refuse it, or virtual time has no such thing */
    VllmArguments arguments() {
        VllmArguments arguments = SimulatedServeOptions.parse(read(words()), FLAGS);
        for (String real : List.of(SimulatedServeOptions.CRASH_AFTER, SimulatedServeOptions.CRASH_OVER)) {
            if (arguments.own().containsKey(real)) {
                throw new ServeArgumentException(
                        "--simulate-" + real + " ends a process, and in virtual time there is none");
            }
        }
        // No other process can reach it, and no plan's key is known here.
        Map<String, String> values = new LinkedHashMap<>(arguments.values());
        values.remove("api-key");
        return new VllmArguments(arguments.model(), values, arguments.ignored(), arguments.own());
    }

    /** What vLLM would read of a command line: what follows {@code serve} or the module of its server; else the flags alone. */
    private List<String> read(List<String> command) {
        int program = -1;
        for (int i = 0; i < command.size(); i++) {
            if (command.get(i).equals("serve") || command.get(i).endsWith(".api_server")) {
                program = i;
            }
        }
        boolean isVllm = program >= 0 || (!command.isEmpty() && command.get(0).startsWith("--"));
        List<String> words = new ArrayList<>(
                isVllm
                        ? command.subList(program + 1, command.size())
                        : new FlagRenderer(request.server().flagStyle()).render(List.of(), flags()));
        boolean named = words.stream().anyMatch(word -> word.equals("--model") || word.startsWith("--model="));
        if (!named && (words.isEmpty() || words.get(0).startsWith("-"))) {
            String model = request.target().model();
            words.add(0, model.isEmpty() ? settings.name() : model);
        }
        return words;
    }

    /** Those that the plan sets, and those that it leaves out. */
    FlagSet flags() {
        return FlagSet.of(request.server().flags(), request.flags());
    }
}
