package io.tidemark.servers;

import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.servers.diagnose.OutputScan;
import io.tidemark.servers.diagnose.ServerFailure;
import io.tidemark.servers.flags.FlagName;
import io.tidemark.servers.probe.AcceleratorMemory;
import io.tidemark.servers.probe.ServerQuestions;
import io.tidemark.servers.process.LocalPort;
import io.tidemark.servers.process.ServerLog;
import io.tidemark.servers.process.ShellWords;
import io.tidemark.servers.process.ToolOutput;
import io.tidemark.servers.recipe.RecipeScripts;
import io.tidemark.servers.recipe.StartScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Starts servers as processes of this machine, each under a guard. Thread-safe. */
public final class ProcessServerLauncher implements ServerLauncher {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final LauncherContext context;
    private final HelpCapture help;
    private final List<GuardedServer> servers = new ArrayList<>();
    private final List<Released> held = new ArrayList<>();
    private boolean closed;

    public ProcessServerLauncher(LauncherContext context) {
        this.context = context;
        this.help = new HelpCapture(context.cache().resolve("server-help"), context.environment());
    }

    @Override
    public List<ServerProblem> check(Plan plan, TargetPlan target) throws InterruptedException {
        List<ServerProblem> problems = new ArrayList<>();
        Set<String> remarks = new HashSet<>();
        for (PhasePlan phase : plan.phases()) {
            if (phase.server().isPresent()) {
                ServerStartRequest request = ServerStartRequest.of(plan, phase, target, Map.of(), context.cache());
                for (ServerProblem problem : check(request)) {
                    // A remark is the same for all phases of one command.
                    if (problem.refused() || remarks.add(problem.text())) {
                        problems.add(problem);
                    }
                }
            }
        }
        return problems;
    }

    /** The same for one start, such as that of a sweep's combination. */
    public List<ServerProblem> check(ServerStartRequest request) throws InterruptedException {
        String phase = request.phase();
        try {
            Preparation preparation = prepare(request);
            Optional<String> missing = preparation.missing(context.environment());
            if (missing.isPresent()) {
                return List.of(ServerProblem.refused(phase, missing.get()));
            }
            Optional<String> running = runningUnit(request.server().recipe());
            if (running.isPresent()) {
                return List.of(ServerProblem.refused(phase, running.get()));
            }
            List<ServerProblem> problems = new ArrayList<>(checkFlags(preparation));
            anotherMachine(request).ifPresent(text -> problems.add(ServerProblem.remark(phase, text)));
            return problems;
        } catch (IllegalArgumentException e) {
            return List.of(ServerProblem.refused(phase, String.valueOf(e.getMessage())));
        }
    }

    /** Refuses a target on another machine, which would never answer; a user's script may start a server there. */
    private static Optional<String> anotherMachine(ServerStartRequest request) {
        TargetEndpoint endpoint = TargetEndpoint.of(request.target().url());
        ServerRecipe recipe = request.server().recipe();
        return recipe instanceof ServerRecipe.OnThisMachine
                        && LocalPort.of(endpoint.host(), endpoint.port()).isEmpty()
                ? Optional.of("server." + recipe.key() + " starts on this machine, and the target's host "
                        + endpoint.host() + " is not an address of it")
                : Optional.empty();
    }

    private List<ServerProblem> checkFlags(Preparation preparation) throws InterruptedException {
        String phase = preparation.request().phase();
        Set<FlagName> given = preparation.flags().given();
        if (given.isEmpty()) {
            return List.of();
        }
        HelpCapture.Answer answer = help.ask(preparation);
        if (answer.page().isEmpty()) {
            return List.of(ServerProblem.remark(phase, "flags are not checked: " + answer.words()));
        }
        return answer.page().get().problems(given, answer.words()).stream()
                .map(text -> ServerProblem.refused(phase, text))
                .toList();
    }

    /**
     * The command line that a start would run, secrets masked, as a shell takes it; empty if the recipe has none of its own. It sends no request.
     *
     * @param environment of this process, as in {@link LauncherContext}
     * @throws IllegalArgumentException naming what is missing: a secret, a variable, the model
     */
    public static String rendered(ServerStartRequest request, Map<String, String> environment) {
        // No command line holds the id of a start.
        Preparation preparation = Preparation.of(request, "", environment);
        return ShellWords.join(preparation.mask().commandLine(preparation.serverCommand()));
    }

    @Override
    public RunningServer start(ServerStartRequest request) throws InterruptedException {
        GuardedServer server = launch(request);
        server.awaitReady();
        return server;
    }

    private GuardedServer launch(ServerStartRequest request) throws InterruptedException {
        try {
            Preparation preparation = prepare(request);
            Optional<String> missing = preparation.missing(context.environment());
            if (missing.isPresent()) {
                throw refused(ServerFailure.COMMAND_NOT_FOUND, request, missing.get());
            }
            refuseWhileHeld(request);
            Optional<String> running = runningUnit(request.server().recipe());
            if (running.isPresent()) {
                throw refused(ServerFailure.PORT_IN_USE, request, running.get());
            }
            ServerQuestions questions = new ServerQuestions(context.http(), request.target(), request.headers());
            AcceleratorMemory memory =
                    new AcceleratorMemory(questions, request.server().stop().memory());
            Released released = new Released(request.server().recipe(), request.target(), memory, memory.read());
            Optional<String> used = released.portInUse();
            if (used.isPresent()) {
                throw refused(
                        ServerFailure.PORT_IN_USE,
                        request,
                        used.get() + "; stop what uses it, or give the target another port. Nothing was ended");
            }
            StartScript script = preparation.script();
            return launch(preparation, script, questions, released);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw refused(ServerFailure.COMMAND_NOT_FOUND, request, String.valueOf(e.getMessage()));
        }
    }

    private synchronized GuardedServer launch(
            Preparation preparation, StartScript script, ServerQuestions questions, Released released) {
        if (closed) {
            throw refused(ServerFailure.STOPPED, preparation.request(), "the launcher was closed");
        }
        ServerStartRequest request = preparation.request();
        Path file = request.logs().resolve(safe(request.phase()) + "-" + preparation.startId() + ".log");
        OutputScan scan = new OutputScan(request.server().ready().logLine().map(Pattern::compile));
        ServerLog log = ServerLog.create(file, request.server().logs(), preparation.mask(), scan::line);
        List<String> shown = preparation.mask().commandLine(script.serverCommand());
        ServerStartFacts.Launch launch = new ServerStartFacts.Launch(
                preparation.startId(),
                request.phase(),
                request.server().recipe().key(),
                shown,
                preparation.environment().shown(),
                preparation.flags().set(),
                preparation.flags().omitted(),
                context.clocks().wall().instant(),
                file);
        log.note("[tidemark] " + launch.startedAt() + " start " + launch.startId() + ": " + ShellWords.join(shown));
        StartScript whole = completed(script, request.server().recipe(), file);
        GuardedServer server = GuardedServer.launch(
                preparation,
                new GuardedServer.Parts(context.clocks().elapsed(), whole, log, scan, questions, released, launch),
                this::forget);
        servers.add(server);
        return server;
    }

    /** With the path that programs were looked up in, and with the file that a script of an external server writes to. */
    private StartScript completed(StartScript script, ServerRecipe recipe, Path log) {
        Map<String, String> environment = new HashMap<>();
        Optional.ofNullable(context.environment().get("PATH")).ifPresent(path -> environment.put("PATH", path));
        environment.putAll(script.environment());
        if (recipe instanceof ServerRecipe.External) {
            Path file = GuardedServer.changeLog(log).toAbsolutePath();
            try {
                PrivateFiles.createIfMissing(file);
            } catch (IOException e) {
                throw new UncheckedIOException("the log " + file + " cannot be made: " + e.getMessage(), e);
            }
            environment.put(RecipeScripts.OUTPUT_VARIABLE, file.toString());
        }
        return new StartScript(
                script.serverCommand(),
                script.arguments(),
                environment,
                script.directory(),
                script.stopScript(),
                script.input(),
                script.endsOnceStarted());
    }

    private static String safe(String phase) {
        return phase.replaceAll("[^\\w.-]", "_");
    }

    /** What an earlier server did not give back, it may have given back by now. */
    private void refuseWhileHeld(ServerStartRequest request) throws InterruptedException {
        List<Released> waiting;
        synchronized (this) {
            waiting = List.copyOf(held);
        }
        for (Released one : waiting) {
            Optional<String> still = one.held();
            if (still.isPresent()) {
                throw refused(
                        ServerFailure.NOT_RELEASED,
                        request,
                        "the server before it did not give back what it held: " + still.get());
            }
            synchronized (this) {
                held.remove(one);
            }
        }
    }

    /** Reports a unit that already runs, as another process started it. */
    private static Optional<String> runningUnit(ServerRecipe recipe) throws InterruptedException {
        if (!(recipe instanceof ServerRecipe.SystemdUnit unit)) {
            return Optional.empty();
        }
        List<String> command = new ArrayList<>(List.of("systemctl"));
        if (unit.user()) {
            command.add("--user");
        }
        command.addAll(List.of("is-active", "--quiet", unit.unit()));
        return ToolOutput.of(command, SOON)
                .filter(output -> output.status() == 0)
                .map(output -> "unit " + unit.unit() + " is running already: stop it first ("
                        + String.join(" ", command.subList(0, command.size() - 3)) + " stop " + unit.unit()
                        + "), for Tidemark ends nothing that it did not start");
    }

    /** Of one that was stopped, what it did not give back is remembered. */
    private synchronized void forget(GuardedServer server) {
        servers.remove(server);
        if (server.notReleased().isPresent()) {
            held.add(server.released());
        }
    }

    private Preparation prepare(ServerStartRequest request) {
        String id;
        synchronized (this) {
            id = Ulid.next(context.clocks().wall(), context.random());
        }
        return Preparation.of(request, id, context.environment());
    }

    private static ServerStartException refused(ServerFailure failure, ServerStartRequest request, String reason) {
        return new ServerStartException(
                failure, "the server of phase " + request.phase() + " was not started: " + reason, Optional.empty());
    }

    @Override
    public void close() {
        List<GuardedServer> running;
        synchronized (this) {
            closed = true;
            running = List.copyOf(servers);
        }
        running.forEach(GuardedServer::stop);
    }
}
