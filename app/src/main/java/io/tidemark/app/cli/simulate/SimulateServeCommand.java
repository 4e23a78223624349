package io.tidemark.app.cli.simulate;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.process.Terminal;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigException;
import io.tidemark.simulator.engine.fleet.RoutingPolicy;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.http.server.SimulatorException;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import io.tidemark.simulator.serve.ServeArgumentException;
import io.tidemark.simulator.serve.VllmArguments;
import io.tidemark.simulator.serve.VllmServeConfig;
import io.tidemark.simulator.serve.VllmServeFlags;
import io.tidemark.simulator.serve.VllmServeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code tidemark simulate serve}: a command line of {@code vllm serve} with another program's name. */
@Command(
        name = "serve",
        description = {
            "Serve a simulated vLLM by a command line of `vllm serve`, all its flags and spellings included.",
            "MODEL chooses the profile; --help lists the flags, and which of them change the simulated server."
        },
        footerHeading = "%nExamples:%n",
        footer = "  tidemark simulate serve microsoft/Phi-4-mini-instruct --max-num-seqs 128 --port 8000")
final class SimulateServeCommand implements Callable<Integer> {
    /** What vLLM ends with when its engine does not start. */
    private static final int ENGINE_FAILED = 1;

    private static final String PROFILE = "profile";
    private static final String START_DELAY = "start-delay";
    private static final String OUT_OF_MEMORY = "out-of-memory";
    private static final String IGNORE_TERM = "ignore-term";
    private static final String CRASH_AFTER = "crash-after";
    private static final String CRASH_OVER = "crash-over";
    private static final String GPU_PORT = "gpu-port";
    private static final String FAULT = "fault";
    private static final Set<String> SWITCHES = Set.of(OUT_OF_MEMORY, IGNORE_TERM);
    private static final Set<String> OPTIONS = Set.of(PROFILE, START_DELAY, CRASH_AFTER, CRASH_OVER, GPU_PORT, FAULT);
    private static final List<String> OWN_HELP = List.of(
            "--simulate-profile PROFILE     profile in the place of the model's own: tidemark simulate --list, or a file",
            "--simulate-start-delay TIME    how long it takes before it listens, e.g. 20s",
            "--simulate-out-of-memory       ends before it listens, as vLLM does without memory for its cache",
            "--simulate-ignore-term         does not end at SIGTERM",
            "--simulate-crash-after N       ends after N requests",
            "--simulate-crash-over N        ends when more than N requests run or wait",
            "--simulate-gpu-port PORT       a DCGM exporter of the simulated GPU",
            "--simulate-fault FAULT         as tidemark simulate --fault; repeatable");
    private static final long LOOK_EVERY_NANOS = Duration.ofMillis(20).toNanos();

    private final CommandContext surroundings;

    /** All of it: vLLM's flags are read as vLLM reads them. */
    @Unmatched
    private List<String> words = new ArrayList<>();

    SimulateServeCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        VllmServeFlags flags = VllmServeFlags.load();
        if (words.contains("--help") || words.contains("-h") || words.contains("--help=all")) {
            VllmServeText.help(flags, OWN_HELP).forEach(surroundings.terminal()::printLine);
            return ExitCode.OK.code();
        }
        try {
            VllmArguments arguments = VllmArguments.parse(words, flags, SWITCHES, OPTIONS);
            return serve(arguments, new Own(arguments.own()));
        } catch (ServeArgumentException e) {
            VllmServeText.error(String.valueOf(e.getMessage()))
                    .forEach(surroundings.terminal().err()::println);
            return ExitCode.USAGE.code();
        }
    }

    private int serve(VllmArguments arguments, Own own) throws InterruptedException {
        Terminal terminal = surroundings.terminal();
        if (!arguments.ignored().isEmpty()) {
            terminal.printLine("not simulated, without effect: --" + String.join(" --", arguments.ignored()));
        }
        SimulatorOptions options = options(arguments, own);
        ServerConfig config;
        try {
            config = new VllmServeConfig().of(arguments, own.text(PROFILE));
        } catch (ServerConfigException e) {
            return refused(arguments.model(), String.valueOf(e.getMessage()));
        }
        say("api_server.py:1977", "vLLM API server version " + config.version() + " (simulated by Tidemark)");
        own.duration(START_DELAY).ifPresent(this::pause);
        if (own.has(OUT_OF_MEMORY)) {
            terminal.err().println(VllmServeText.outOfMemory());
            return ENGINE_FAILED;
        }
        VllmServeText.cache(now(), config).forEach(terminal::printLine);
        SimulatorServer server;
        try {
            server = surroundings.resources().register(SimulatorServer.start(config, options));
        } catch (SimulatorException e) {
            terminal.err()
                    .println("ERROR:    [Errno 98] error while attempting to bind on address ('"
                            + options.address().host() + "', "
                            + options.address().port() + "): address already in use (" + e.getMessage() + ")");
            return ENGINE_FAILED;
        }
        if (own.has(IGNORE_TERM)) {
            // Closed first when the process is told to stop: it never returns, and the server goes on.
            surroundings.resources().register(SimulateServeCommand::never);
        }
        terminal.printLine(
                "INFO:     Started server process [" + ProcessHandle.current().pid() + "]");
        terminal.printLine("INFO:     Application startup complete.");
        terminal.printLine("INFO:     Uvicorn running on " + server.url() + " (Press CTRL+C to quit)");
        return watch(server, own);
    }

    /** Waits for ever, or for the load that the server is told not to stand. */
    private int watch(SimulatorServer server, Own own) throws InterruptedException {
        OptionalInt after = own.number(CRASH_AFTER);
        OptionalInt over = own.number(CRASH_OVER);
        if (after.isEmpty() && over.isEmpty()) {
            never();
        }
        while (!isTooMuch(server, after, over)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
        surroundings
                .terminal()
                .err()
                .println("RuntimeError: Engine core proc EngineCore_DP0 died unexpectedly (simulated)");
        surroundings.terminal().err().flush();
        // As a process that crashes: nothing is closed, connections are cut by the system.
        Runtime.getRuntime().halt(ENGINE_FAILED);
        return ENGINE_FAILED;
    }

    private static boolean isTooMuch(SimulatorServer server, OptionalInt after, OptionalInt over) {
        boolean many = after.isPresent() && server.writeLog().all().size() >= after.getAsInt();
        return many
                || (over.isPresent()
                        && server.engineState().running() + server.engineState().waiting() > over.getAsInt());
    }

    /** In vLLM's words, by which programs know what was wrong. */
    private int refused(String model, String message) {
        if (message.startsWith(VllmServeConfig.NO_MODEL)) {
            surroundings
                    .terminal()
                    .err()
                    .println("OSError: " + model + " is not a local folder and is not a valid model identifier ("
                            + message + ")");
        } else if (message.contains("tokens of KV cache but one request")) {
            surroundings.terminal().err().println("(" + message + ")");
            surroundings.terminal().err().println(VllmServeText.outOfMemory());
        } else {
            VllmServeText.invalid(message).forEach(surroundings.terminal().err()::println);
        }
        return ENGINE_FAILED;
    }

    private SimulatorOptions options(VllmArguments arguments, Own own) {
        String host = arguments.values().getOrDefault("host", "127.0.0.1");
        int port = Integer.parseInt(arguments.values().getOrDefault("port", "8000"));
        try {
            SimulatorOptions.Replicas replicas =
                    new SimulatorOptions.Replicas(VllmServeConfig.replicas(arguments), RoutingPolicy.ROUND_ROBIN);
            List<Fault> faults = own.all(FAULT).stream().map(Fault::parse).toList();
            return SimulatorOptions.local(surroundings.nanoClock(), surroundings.wallClock())
                    .withAddress(host, port)
                    .with(new SimulatorOptions.Extras(
                            true, VllmMetricsVersion.V1, own.number(GPU_PORT), replicas, faults));
        } catch (IllegalArgumentException e) {
            throw Own.invalid(String.valueOf(e.getMessage()));
        }
    }

    private void say(String source, String text) {
        surroundings.terminal().printLine(VllmServeText.info(now(), source, text));
    }

    private Instant now() {
        return surroundings.wallClock().instant();
    }

    private void pause(Duration time) {
        long untilNanos = surroundings.nanoClock().nanos() + time.toNanos();
        for (long left = time.toNanos();
                left > 0;
                left = untilNanos - surroundings.nanoClock().nanos()) {
            LockSupport.parkNanos(left);
        }
    }

    private static void never() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    /** Our own options. */
    private record Own(Map<String, List<String>> given) {
        boolean has(String name) {
            return given.containsKey(name);
        }

        List<String> all(String name) {
            return given.getOrDefault(name, List.of());
        }

        Optional<String> text(String name) {
            return all(name).stream().findFirst();
        }

        OptionalInt number(String name) {
            Optional<String> text = text(name);
            if (text.isEmpty()) {
                return OptionalInt.empty();
            }
            if (!text.get().matches("\\d{1,9}")) {
                throw invalid("argument --simulate-" + name + ": invalid int value: '" + text.get() + "'");
            }
            return OptionalInt.of(Integer.parseInt(text.get()));
        }

        Optional<Duration> duration(String name) {
            return text(name)
                    .map(text -> ValueTypes.duration(text)
                            .orElseThrow(() -> invalid("argument --simulate-" + name
                                    + ": must be a duration such as 20s but was '" + text + "'")));
        }

        static ServeArgumentException invalid(String message) {
            return new ServeArgumentException(message);
        }
    }
}
