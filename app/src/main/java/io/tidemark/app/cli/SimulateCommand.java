package io.tidemark.app.cli;

import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigs;
import io.tidemark.simulator.http.SimulatorOptions;
import io.tidemark.simulator.http.SimulatorServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark simulate}: a vLLM without a GPU, over HTTP. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description =
                "Run a vLLM server without a GPU: continuous batching, KV cache and cost are simulated, HTTP is real.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark simulate demo-tuned --port 8000",
            "  tidemark simulate my-server.yaml        (extends: llama-70b-fp8-h200; max-num-seqs: 128)"
        })
final class SimulateCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(
            arity = "0..1",
            defaultValue = "demo-default",
            paramLabel = "PROFILE",
            description = "A built-in profile (--list) or a YAML file. Default: ${DEFAULT-VALUE}")
    private String profile = "demo-default";

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            description = "Address to listen on. Default: ${DEFAULT-VALUE}")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            defaultValue = "0",
            description = "Port to listen on, 0 for a free one. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(names = "--list", description = "List the built-in profiles.")
    private boolean list;

    SimulateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        Terminal terminal = surroundings.terminal();
        if (list) {
            ServerConfigs.builtInNames().forEach(terminal::say);
            return ExitCode.OK.code();
        }
        ServerConfig config = config();
        SimulatorOptions options = SimulatorOptions.local(surroundings.nanoClock(), surroundings.wallClock())
                .withAddress(host, port)
                .servingWriteLog();
        SimulatorServer server = surroundings.closer().keep(SimulatorServer.start(config, options));
        terminal.sayf(
                "%s  serves %s  (vLLM %s, simulated: %d tokens of KV, %d sequences, %d tokens a step)",
                server.url(),
                config.servedModelName(),
                config.version(),
                config.kvCapacityTokens(),
                config.maxNumSeqs(),
                config.maxNumBatchedTokens());
        terminal.say("Ctrl-C ends it.  Try: tidemark run --target " + server.url());
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }

    private ServerConfig config() {
        ServerConfigs configs = new ServerConfigs();
        Path file = Path.of(profile);
        return Files.isRegularFile(file) ? configs.read(file) : configs.builtIn(profile);
    }
}
