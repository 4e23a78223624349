package io.tidemark.app.server;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ProgressListener;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.ValueText;
import io.tidemark.servers.LauncherContext;
import io.tidemark.servers.ProcessServerLauncher;
import io.tidemark.servers.RunningServer;
import io.tidemark.servers.ServerProblem;
import io.tidemark.servers.ServerStartException;
import io.tidemark.servers.ServerStartFacts;
import io.tidemark.servers.ServerStartRequest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Starts and stops the servers of a plan's phases for runs. Closed, it stops the one that runs. */
public final class PhaseServers implements AutoCloseable {
    private static final int NAMED_PHASES = 3;

    private final OperationContext context;
    private final TargetCheck targets;
    private final ProcessServerLauncher launcher;
    private final AfterCommands after;
    private final Path logs;

    private PhaseServers(
            OperationContext context, TargetCheck targets, ProcessServerLauncher launcher, AfterCommands after) {
        this.context = context;
        this.targets = targets;
        this.launcher = launcher;
        this.after = after;
        this.logs = context.home().resolve("servers");
    }

    /** @throws OperationException if what the plan points at for its requests is not there */
    public static PhaseServers open(OperationContext context, Plan plan) {
        return new PhaseServers(
                context,
                new TargetCheck(context.environment()),
                launcher(context, plan),
                new AfterCommands(context, plan));
    }

    /** Starts servers on this machine. @throws OperationException if what the plan points at for its requests is not there */
    public static ProcessServerLauncher launcher(OperationContext context, Plan plan) {
        return new ProcessServerLauncher(launcherContext(context, plan));
    }

    static LauncherContext launcherContext(OperationContext context, Plan plan) {
        return new LauncherContext(
                context.clocks(),
                context.random(),
                context.environment(),
                new TargetCheck(context.environment()).http(plan),
                context.home().resolve("cache"));
    }

    /** The command line of a phase's server, secrets masked; empty if its recipe has none of its own. */
    public static String commandLine(OperationContext context, Plan plan, PhasePlan phase, TargetPlan target) {
        return ProcessServerLauncher.rendered(
                ServerStartRequest.of(plan, phase, target, Map.of(), context.home()), context.environment());
    }

    /** Whether a server of a plan is started for any of its phases. */
    public static boolean managesServers(Plan plan) {
        return plan.phases().stream().anyMatch(phase -> phase.server().isPresent());
    }

    /**
     * Says what is known before the first start.
     *
     * @throws OperationException listing everything that would make a start fail
     */
    public void check(Plan plan, TargetPlan target) throws InterruptedException {
        check(context.progress(), launcher.check(plan, target));
        after.check(plan, target);
    }

    /** What is run on servers after their load. */
    public AfterCommands after() {
        return after;
    }

    /**
     * Says what a launcher found before the first start.
     *
     * @throws OperationException listing everything that would make a start fail
     */
    public static void check(ProgressListener progress, List<ServerProblem> problems) {
        problems.stream()
                .filter(problem -> !problem.refused())
                .forEach(problem -> progress.warn("server: " + problem.text()));
        Map<String, List<String>> phasesByText = problems.stream()
                .filter(ServerProblem::refused)
                .collect(Collectors.groupingBy(
                        ServerProblem::text,
                        LinkedHashMap::new,
                        Collectors.mapping(ServerProblem::phase, Collectors.toList())));
        if (!phasesByText.isEmpty()) {
            throw new InvalidInputException(phasesByText.entrySet().stream()
                    .map(problem -> phases(problem.getValue()) + ": " + problem.getKey())
                    .collect(Collectors.joining("\n")));
        }
    }

    /** A sweep has hundreds of phases with one command. */
    private static String phases(List<String> names) {
        if (names.size() == 1) {
            return "phase " + names.get(0);
        }
        String first = String.join(", ", names.subList(0, Math.min(names.size(), NAMED_PHASES)));
        return "phases " + first
                + (names.size() > NAMED_PHASES ? " and " + (names.size() - NAMED_PHASES) + " more" : "");
    }

    /**
     * Starts the server of a run's phase and waits until it is ready.
     *
     * @throws OperationException if it does not become ready, with its last lines
     */
    public PhaseServer start(RunRequest request) throws InterruptedException {
        Map<String, String> headers = targets.headers(request.plan());
        ServerStartRequest start =
                ServerStartRequest.of(request.plan(), request.phase(), request.target(), headers, logs);
        context.progress()
                .format("  server    starts for phase %s", request.phase().name());
        try {
            RunningServer server = launcher.start(start);
            context.progress()
                    .line("  server    " + answered(start.server().ready().path(), server.facts()));
            return new PhaseServer(context.progress(), server);
        } catch (ServerStartException e) {
            e.facts().ifPresent(ServerFactsFile::write);
            throw new UnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Without a warm-up only that page has answered: the first request may find that the model is not loaded yet. */
    private static String answered(String path, ServerStartFacts facts) {
        ServerStartFacts.Observed seen = facts.observed();
        StringBuilder text = new StringBuilder("answered " + path + " after "
                + ValueText.duration(seen.startUpSeconds().orElse(0)));
        seen.version().ifPresent(version -> text.append(", version ").append(version));
        seen.kvCapacityTokens()
                .ifPresent(tokens -> text.append(String.format(Locale.ROOT, ", KV cache of %,d tokens", tokens)));
        seen.firstRequestSeconds().ifPresent(seconds -> text.append(", first request " + ValueText.duration(seconds)));
        return text.append("; log ").append(facts.launch().log()).toString();
    }

    @Override
    public void close() {
        after.close();
        launcher.close();
    }
}
