package io.tidemark.app.cli.simulate;

import io.tidemark.app.cli.shared.RedactedCommandLine;
import io.tidemark.app.process.CommandContext;
import io.tidemark.app.process.Terminal;
import io.tidemark.app.run.virtualtime.VirtualRunRequest;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.fleet.RoutingPolicy;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.faults.FaultKind;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark simulate}: a vLLM without a GPU, over HTTP. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description =
                "Run a vLLM server without a GPU: continuous batching, KV cache and cost are simulated, HTTP is real. With --virtual: run a plan against it in virtual time.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark simulate demo-tuned --port 8000",
            "  tidemark simulate my-server.yaml --virtual plan.yaml   (extends: llama-70b-fp8-h200; max-num-seqs: 128)"
        })
public final class SimulateCommand implements Callable<Integer> {
    private final CommandContext surroundings;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final VirtualTimeMode virtual = new VirtualTimeMode();

    @Parameters(
            arity = "0..1",
            defaultValue = "demo-default",
            paramLabel = "PROFILE",
            description = "A built-in profile (--list) or a YAML file. Default: ${DEFAULT-VALUE}")
    private String profile = "demo-default";

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on. Default: ${DEFAULT-VALUE}")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port to listen on, 0 for a free one. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--metrics-names",
            paramLabel = "VERSION",
            defaultValue = "v1",
            description =
                    "Whose names /metrics has: v1 (vLLM 0.14), v0.10, v0.7 (V0 engine) or v0 (vLLM 0.5). Default: ${DEFAULT-VALUE}")
    private String metricsNames = "v1";

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description =
                    "Inject a fault: KIND[=VALUE][,share=0..1][,from=SECONDS][,for=SECONDS][,every=SECONDS], e.g. refuse=429,from=10,for=5,every=60; repeatable; kinds below. While the server runs: POST, GET and DELETE /simulator/faults.")
    private List<String> faults = new ArrayList<>();

    @Option(
            names = "--gpu-port",
            paramLabel = "PORT",
            description =
                    "Port of a DCGM exporter of the simulated GPU, 0 for a free one. Without it: /simulator/gpu/metrics.")
    private Optional<Integer> gpuPort = Optional.empty();

    @Option(
            names = "--data-parallel-size",
            defaultValue = "1",
            paramLabel = "N",
            description = "Engines behind the one address, each with its own engine label. Default: ${DEFAULT-VALUE}")
    private int dataParallelSize = 1;

    @Option(
            names = "--routing",
            paramLabel = "HOW",
            defaultValue = "round-robin",
            description =
                    "Who of them gets a request: round-robin, least-loaded or, with --virtual, prefix-aware. Default: ${DEFAULT-VALUE}")
    private String routing = "round-robin";

    @Option(names = "--list", description = "List the built-in profiles.")
    private boolean list;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    SimulateCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    /** With the verbs below it. */
    public static CommandLine line(CommandContext surroundings) {
        CommandLine line = new CommandLine(new SimulateCommand(surroundings))
                .addSubcommand(new SimulateFitCommand(surroundings));
        List<String> sections = new ArrayList<>(line.getHelpSectionKeys());
        sections.add(sections.indexOf(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING), "faults");
        line.setHelpSectionKeys(sections);
        line.getHelpSectionMap().put("faults", SimulateCommand::faultList);
        return line;
    }

    private static String faultList(CommandLine.Help help) {
        Map<String, String> kinds = new LinkedHashMap<>();
        for (FaultKind kind : FaultKind.values()) {
            String value = kind.defaultValue().isEmpty() ? "" : "=" + kind.defaultValue();
            kinds.put("  " + kind.word() + value, kind.meaning());
        }
        return String.format("%nFaults, each with the VALUE that it has unless said:%n")
                + help.createTextTable(kinds).toString();
    }

    @Override
    public Integer call() throws InterruptedException {
        Terminal terminal = surroundings.terminal();
        if (list) {
            ServerConfigLoader.builtInNames().forEach(terminal::printLine);
            return ExitCode.OK.code();
        }
        ServerConfig config = config();
        if (virtual.isGiven()) {
            return virtual.call(
                            surroundings,
                            new VirtualRunRequest.Server(name(), config, extras()),
                            RedactedCommandLine.of(spec))
                    .code();
        }
        SimulatorOptions options = options();
        SimulatorServer server = surroundings.resources().register(SimulatorServer.start(config, options));
        terminal.printFormatted(
                "%s  serves %s  (vLLM %s, simulated: %d tokens of KV, %d sequences, %d tokens a step)",
                server.url(),
                config.servedModelName(),
                config.version(),
                config.kvCapacityTokens(),
                config.maxNumSeqs(),
                config.maxNumBatchedTokens());
        server.gpuPort()
                .ifPresent(at ->
                        terminal.printFormatted("http://%s:%d/metrics  is its GPU, as DCGM exports it", host, at));
        terminal.printLine("Ctrl-C ends it.  Try: tidemark run --target " + server.url());
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }

    private SimulatorOptions options() {
        SimulatorOptions.Extras extras = extras();
        try {
            return SimulatorOptions.local(surroundings.nanoClock(), surroundings.wallClock())
                    .withAddress(host, port)
                    .with(extras);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--host, --port, --routing: " + e.getMessage());
        }
    }

    private SimulatorOptions.Extras extras() {
        VllmMetricsVersion names = VllmMetricsVersion.of(metricsNames)
                .orElseThrow(() -> CommandException.usage(
                        "--metrics-names must be one of " + VllmMetricsVersion.words() + " but was " + metricsNames));
        OptionalInt exporter = gpuPort.map(OptionalInt::of).orElse(OptionalInt.empty());
        SimulatorOptions.Replicas replicas = replicas();
        try {
            return new SimulatorOptions.Extras(true, names, exporter, replicas, faults());
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--metrics-names, --data-parallel-size: " + e.getMessage());
        }
    }

    private List<Fault> faults() {
        return faults.stream().map(SimulateCommand::fault).toList();
    }

    private SimulatorOptions.Replicas replicas() {
        RoutingPolicy asked = Arrays.stream(RoutingPolicy.values())
                .filter(it -> it.word().equals(routing))
                .findFirst()
                .orElseThrow(() -> CommandException.usage(
                        "--routing must be round-robin, least-loaded or prefix-aware but was " + routing));
        try {
            return new SimulatorOptions.Replicas(dataParallelSize, asked);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--data-parallel-size, --routing: " + e.getMessage());
        }
    }

    private static Fault fault(String text) {
        try {
            return Fault.parse(text);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--fault " + text + ": " + e.getMessage());
        }
    }

    /** Without folders and the file's ending. */
    private String name() {
        return String.valueOf(Path.of(profile).getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    private ServerConfig config() {
        ServerConfigLoader configs = new ServerConfigLoader();
        Path file = Path.of(profile);
        return Files.isRegularFile(file) ? configs.read(file) : configs.builtIn(profile);
    }
}
