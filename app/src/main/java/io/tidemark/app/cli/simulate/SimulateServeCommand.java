package io.tidemark.app.cli.simulate;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.server.SimulatedServeOptions;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigException;
import io.tidemark.simulator.http.server.SimulatorException;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import io.tidemark.simulator.serve.ServeArgumentException;
import io.tidemark.simulator.serve.VllmArguments;
import io.tidemark.simulator.serve.VllmServeConfig;
import io.tidemark.simulator.serve.VllmServeFlags;
import io.tidemark.simulator.serve.VllmServeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

@Command(
        name = "serve",
        description = {
            "Serve a simulated vLLM by a command line of `vllm serve`, all its flags and spellings included.",
            "MODEL chooses the profile; --help lists the flags, and which of them change the simulated server."
        },
        footer = "  tidemark simulate serve microsoft/Phi-4-mini-instruct --max-num-seqs 128 --port 8000")
final class SimulateServeCommand implements Callable<Integer> {
    /** What vLLM ends with when its engine does not start. */
    private static final int ENGINE_FAILED = 1;

    private static final long LOOK_EVERY_NANOS = Duration.ofMillis(20).toNanos();

    private final CommandContext context;

    /** All of it: vLLM's flags are read as vLLM reads them. */
    @Unmatched
    private List<String> words = new ArrayList<>();

    SimulateServeCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        VllmServeFlags flags = VllmServeFlags.load();
        if (words.contains("--help") || words.contains("-h") || words.contains("--help=all")) {
            VllmServeText.help(flags, SimulatedServeOptions.HELP).forEach(context.terminal()::printLine);
            return ExitCode.OK.code();
        }
        try {
            VllmArguments arguments = SimulatedServeOptions.parse(words, flags);
            return serve(arguments, new SimulatedServeOptions(arguments.own()));
        } catch (ServeArgumentException e) {
            VllmServeText.error(String.valueOf(e.getMessage()))
                    .forEach(context.terminal().err()::println);
            return ExitCode.USAGE.code();
        }
    }

    private int serve(VllmArguments arguments, SimulatedServeOptions own) throws InterruptedException {
        Terminal terminal = context.terminal();
        if (!arguments.ignored().isEmpty()) {
            terminal.printLine("not simulated, without effect: --" + String.join(" --", arguments.ignored()));
        }
        SimulatorOptions options = options(arguments, own);
        ServerConfig config;
        try {
            config = new VllmServeConfig().of(arguments, own.text(SimulatedServeOptions.PROFILE));
        } catch (ServerConfigException e) {
            VllmServeText.refused(arguments.model(), e).forEach(terminal.err()::println);
            return ENGINE_FAILED;
        }
        say("api_server.py:1977", "vLLM API server version " + config.version() + " (simulated by Tidemark)");
        own.duration(SimulatedServeOptions.START_DELAY).ifPresent(this::pause);
        if (own.has(SimulatedServeOptions.OUT_OF_MEMORY)) {
            terminal.err().println(VllmServeText.outOfMemory());
            return ENGINE_FAILED;
        }
        VllmServeText.cache(now(), config).forEach(terminal::printLine);
        SimulatorServer server;
        try {
            server = context.resources().register(SimulatorServer.start(config, options));
        } catch (SimulatorException e) {
            terminal.err()
                    .println("ERROR:    [Errno 98] error while attempting to bind on address ('"
                            + options.address().host() + "', "
                            + options.address().port() + "): address already in use (" + e.getMessage() + ")");
            return ENGINE_FAILED;
        }
        if (own.has(SimulatedServeOptions.IGNORE_TERM)) {
            // Closed first when the process is asked to stop: it never returns, and the server goes on.
            context.resources().register(SimulateServeCommand::never);
        }
        terminal.printLine(
                "INFO:     Started server process [" + ProcessHandle.current().pid() + "]");
        terminal.printLine("INFO:     Application startup complete.");
        terminal.printLine("INFO:     Uvicorn running on " + server.url() + " (Press CTRL+C to quit)");
        return watch(server, own);
    }

    /** Waits for ever, or until the load at which the server is configured to crash; then it halts the process. */
    private int watch(SimulatorServer server, SimulatedServeOptions own) throws InterruptedException {
        OptionalInt after = own.number(SimulatedServeOptions.CRASH_AFTER);
        OptionalInt over = own.number(SimulatedServeOptions.CRASH_OVER);
        if (after.isEmpty() && over.isEmpty()) {
            never();
        }
        while (!isTooMuch(server, after, over)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
        context.terminal().err().println("RuntimeError: Engine core proc EngineCore_DP0 died unexpectedly (simulated)");
        context.terminal().err().flush();
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

    private SimulatorOptions options(VllmArguments arguments, SimulatedServeOptions own) {
        String host = arguments.values().getOrDefault("host", "127.0.0.1");
        int port = Integer.parseInt(arguments.values().getOrDefault("port", "8000"));
        try {
            return SimulatorOptions.local(context.nanoClock(), context.wallClock())
                    .withAddress(host, port)
                    .with(own.extras(VllmServeConfig.replicas(arguments)));
        } catch (IllegalArgumentException e) {
            throw new ServeArgumentException(String.valueOf(e.getMessage()));
        }
    }

    private void say(String source, String text) {
        context.terminal().printLine(VllmServeText.info(now(), source, text));
    }

    private Instant now() {
        return context.wallClock().instant();
    }

    private void pause(Duration time) {
        long untilNanos = context.nanoClock().nanos() + time.toNanos();
        for (long left = time.toNanos();
                left > 0;
                left = untilNanos - context.nanoClock().nanos()) {
            LockSupport.parkNanos(left);
        }
    }

    private static void never() throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
