package io.tidemark.app.cli.simulate;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.SimulatedServerOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.net.HostPort;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.faults.FaultKind;
import io.tidemark.simulator.fit.BenchResultReader;
import io.tidemark.simulator.fit.CostFitResult;
import io.tidemark.simulator.fit.FittedTerm;
import io.tidemark.simulator.fit.MeasuredBenchmark;
import io.tidemark.simulator.fit.ProfileFitter;
import io.tidemark.simulator.fit.Residual;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark simulate}: a vLLM without a GPU, over HTTP. */
@Command(
        name = "simulate",
        description =
                "Serve a simulated vLLM over HTTP, without a GPU. Continuous batching, KV cache and cost are simulated.",
        footer = {
            "  tidemark simulate demo-tuned --port 8000",
            "  tidemark simulate my-server.yaml --port 8000 --fault refuse=429,from=10,for=5"
        })
public final class SimulateCommand implements Callable<Integer> {
    /** The part of the help that only {@code --help-all} has. */
    private static final String FAULTS = "all:faults";

    private final CommandContext context;

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
            names = "--gpu-port",
            paramLabel = "PORT",
            description =
                    "Port of a DCGM exporter of the simulated GPU, 0 for a free one. Without it: /simulator/gpu/metrics.")
    private Optional<Integer> gpuPort = Optional.empty();

    @Mixin
    private final SimulatedServerOptions server = new SimulatedServerOptions();

    @Option(names = "--list", description = "List the built-in profiles.")
    private boolean list;

    SimulateCommand(CommandContext context) {
        this.context = context;
    }

    /** With the verbs below it. */
    public static CommandLine line(CommandContext context) {
        SimulateCommand simulate = new SimulateCommand(context);
        CommandLine line = new CommandLine(simulate)
                .addSubcommand(new SimulateServeCommand(context))
                .addSubcommand(simulate.new FitCommand());
        List<String> sections = new ArrayList<>(line.getHelpSectionKeys());
        sections.add(sections.indexOf(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING), FAULTS);
        line.setHelpSectionKeys(sections);
        line.getHelpSectionMap().put(FAULTS, SimulateCommand::faultList);
        return line;
    }

    private static String faultList(CommandLine.Help help) {
        Map<String, String> kinds = new LinkedHashMap<>();
        for (FaultKind kind : FaultKind.values()) {
            String value = kind.defaultValue().isEmpty() ? "" : "=" + kind.defaultValue();
            kinds.put("  " + kind.word() + value, kind.meaning());
        }
        return String.format("%nFaults, each with its default VALUE:%n")
                + help.createTextTable(kinds).toString();
    }

    @Override
    public Integer call() throws InterruptedException {
        Terminal terminal = context.terminal();
        if (list) {
            ServerConfigLoader.builtInNames().forEach(terminal::printLine);
            return ExitCode.OK.code();
        }
        ServerConfig config = SimulatedServerOptions.config(profile);
        SimulatorOptions options = options();
        SimulatorServer started = context.resources().register(SimulatorServer.start(config, options));
        terminal.printFormatted(
                "%s  serves %s  (vLLM %s, simulated: %d tokens of KV, %d sequences, %d tokens a step)",
                started.url(),
                config.servedModelName(),
                config.version(),
                config.kvCapacityTokens(),
                config.maxNumSeqs(),
                config.maxNumBatchedTokens());
        started.gpuPort()
                .ifPresent(at -> terminal.printFormatted(
                        "http://%s/metrics  is its GPU, as DCGM exports it", new HostPort(host, at)));
        terminal.printLine("Ctrl-C ends it.  Try: tidemark run --target " + started.url());
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }

    private SimulatorOptions options() {
        SimulatorOptions.Extras extras =
                server.extras(gpuPort.map(OptionalInt::of).orElse(OptionalInt.empty()));
        return OptionParser.parse(
                "--host, --port, --routing: ",
                () -> SimulatorOptions.local(context.nanoClock(), context.wallClock())
                        .withAddress(host, port)
                        .with(extras));
    }

    @Command(
            name = "fit",
            description =
                    "Fit a profile to results of vllm bench serve or tidemark bench (--save-result, better --save-detailed).",
            footer = {
                "  tidemark simulate fit results/*.json --out my-gpu.yaml",
                "  tidemark simulate fit results/*.json --profile my-model.yaml --set max-num-seqs=128 --out my-gpu.yaml",
                "  tidemark simulate my-gpu.yaml"
            })
    private final class FitCommand implements Runnable {
        @Parameters(
                arity = "1..*",
                paramLabel = "RESULTS",
                description = "Result files, with a few rates or loads of different lengths.")
        private List<Path> results = new ArrayList<>();

        @Option(
                names = "--profile",
                defaultValue = "generic",
                description =
                        "Initial profile: a built-in profile or a file, which gives the hardware and the model. Default: ${DEFAULT-VALUE}")
        private String profile = "generic";

        @Option(
                names = "--set",
                paramLabel = "FLAG=VALUE",
                description = "A vLLM flag of the server, such as max-num-seqs=128; flags in a result take precedence.")
        private Map<String, String> flags = new LinkedHashMap<>();

        @Option(
                names = "--out",
                paramLabel = "FILE",
                description = "Write the profile here; without it, to standard output.")
        private Path out = Path.of("");

        @Override
        public void run() {
            List<MeasuredBenchmark> measured = measured();
            ProfileFitter fit = new ProfileFitter(profile, flags);
            CostFitResult fitted = fit.to(measured);
            print(fitted);
            hand(fit.yaml(fitted, measured));
        }

        private List<MeasuredBenchmark> measured() {
            BenchResultReader files = new BenchResultReader();
            List<MeasuredBenchmark> measured = new ArrayList<>();
            for (Path file : results) {
                try {
                    measured.addAll(files.read(file.toString(), Files.readString(file)));
                } catch (IOException e) {
                    throw new InvalidInputException(file + ": cannot be read: " + e.getMessage());
                }
            }
            return measured;
        }

        private void print(CostFitResult fitted) {
            Terminal terminal = context.terminal();
            terminal.warn(
                    String.format("%-40s %-24s %12s %12s %8s", "result", "figure", "measured", "simulated", "off"));
            for (Residual it : fitted.residuals()) {
                terminal.warn(String.format(
                        "%-40s %-24s %12.2f %12.2f %+7.1f%%",
                        it.source(), it.figure().label(), it.measured(), it.after(), it.afterPercent()));
            }
            terminal.warn("");
            for (FittedTerm it : fitted.terms()) {
                terminal.warn(String.format(
                        "%-24s %10.3g -> %10.3g s  %s",
                        it.term().key(), it.startSeconds(), it.seconds(), certainty(it)));
            }
            terminal.warn(String.format(
                    "%d figures, off by %.1f %% on average", fitted.residuals().size(), fitted.rmsPercent()));
        }

        private static String certainty(FittedTerm term) {
            return term.determined()
                    ? String.format("known to about %.0f %%", 100 * term.deviation())
                    : "the data does not determine it: do not rely on it";
        }

        private void hand(String yaml) {
            if (out.toString().isEmpty()) {
                context.terminal().printLine(yaml);
                return;
            }
            try {
                Files.writeString(out, yaml);
            } catch (IOException e) {
                throw new UnavailableException(out + " cannot be written: " + e.getMessage(), e);
            }
            context.terminal().printLine("wrote " + out + "   try: tidemark simulate " + out);
        }
    }
}
