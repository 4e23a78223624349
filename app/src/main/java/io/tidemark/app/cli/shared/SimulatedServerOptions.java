package io.tidemark.app.cli.shared;

import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.fleet.RoutingPolicy;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** How a simulated server differs from one plain engine: the same over HTTP and in virtual time. */
public final class SimulatedServerOptions {
    @Option(
            names = "--metrics-names",
            paramLabel = "VERSION",
            defaultValue = "v1",
            description = "Names of the metrics of the simulated server: v1 (vLLM 0.14), v0.10, v0.7 (V0 engine) or v0"
                    + " (vLLM 0.5). Default: ${DEFAULT-VALUE}")
    private String metricsNames = "v1";

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description = "Inject a fault into the simulated server, such as refuse=429,from=10,for=5,every=60;"
                    + " repeatable. tidemark simulate --help-all lists the kinds.")
    private List<String> faults = new ArrayList<>();

    @Option(
            names = "--data-parallel-size",
            defaultValue = "1",
            paramLabel = "N",
            description = "Engines behind the one address of the simulated server. Default: ${DEFAULT-VALUE}")
    private int dataParallelSize = 1;

    @Option(
            names = "--routing",
            paramLabel = "HOW",
            defaultValue = "round-robin",
            description = "Which engine gets a request: round-robin, least-loaded or, in virtual time, prefix-aware."
                    + " Default: ${DEFAULT-VALUE}")
    private String routing = "round-robin";

    /** @throws InvalidInputException naming the option that cannot be */
    public SimulatorOptions.Extras extras(OptionalInt gpuPort) {
        VllmMetricsVersion names = VllmMetricsVersion.of(metricsNames)
                .orElseThrow(() -> new InvalidInputException(
                        "--metrics-names must be one of " + VllmMetricsVersion.names() + " but was " + metricsNames));
        SimulatorOptions.Replicas replicas = replicas();
        List<Fault> injected =
                faults.stream().map(SimulatedServerOptions::fault).toList();
        return OptionParser.parse(
                "--metrics-names, --data-parallel-size: ",
                () -> new SimulatorOptions.Extras(true, names, gpuPort, replicas, injected));
    }

    private SimulatorOptions.Replicas replicas() {
        RoutingPolicy asked = Arrays.stream(RoutingPolicy.values())
                .filter(it -> it.word().equals(routing))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "--routing must be round-robin, least-loaded or prefix-aware but was " + routing));
        return OptionParser.parse(
                "--data-parallel-size, --routing: ", () -> new SimulatorOptions.Replicas(dataParallelSize, asked));
    }

    private static Fault fault(String text) {
        return OptionParser.parse("--fault " + text + ": ", () -> Fault.parse(text));
    }

    /** A profile's configuration: a YAML file, or a built-in one. */
    public static ServerConfig config(String profile) {
        ServerConfigLoader configs = new ServerConfigLoader();
        Path file = Path.of(profile);
        return Files.isRegularFile(file) ? configs.read(file) : configs.builtIn(profile);
    }

    /** What a profile is called: without folders and the file's ending. */
    public static String name(String profile) {
        return String.valueOf(Path.of(profile).getFileName()).replaceFirst("\\.ya?ml$", "");
    }
}
