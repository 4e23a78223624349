package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.progress.ProgressOutput;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.shared.SloFormat;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.run.HttpServerEnvironment;
import io.tidemark.app.run.PlanDuration;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunService;
import io.tidemark.app.server.AfterCommands;
import io.tidemark.app.server.PhaseServer;
import io.tidemark.app.server.PhaseServers;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.Balance;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.TargetProbe.ProbeResult;
import io.tidemark.producer.tally.TargetFailure;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.StoreException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Makes the runs of a command, one after the other: the server of the phase, the target's check, the load, the report.
 *
 * @param context says what must be reported
 * @param shown says how runs go, or nothing with {@code --quiet}
 * @param servers starts the servers of phases that have one; empty if no plan has
 * @param targets asks a target before its run
 * @param split gives a run its workers
 */
record RunExecution(
        CommandContext context,
        CommandContext shown,
        ReportOptions report,
        RunBackend backend,
        RunService service,
        Optional<PhaseServers> servers,
        ReadyCheck targets,
        UnaryOperator<RunRequest> split) {
    private static final int HASH_DIGITS = 8;

    /**
     * A run that ended.
     *
     * @param code the worse of its own and of its report's
     */
    record EndedRun(RunResult result, ExitCode code) {}

    /** A run, on a fresh server where its phase has one. */
    EndedRun execute(RunRequest next) throws InterruptedException {
        if (servers.isEmpty() || next.phase().server().isEmpty()) {
            return execute(next, targets.probe(next));
        }
        try (PhaseServer server = servers.get().start(next)) {
            Plan labelled = next.plan().withLabels(Map.of("server_start", server.startId()));
            RunRequest started = next.withPlan(labelled);
            RunResult result = load(started, targets.probe(started));
            if (server.isAlive() && result.outcome().status() != RunStatus.ABORTED) {
                servers.get()
                        .after()
                        .run(new AfterCommands.MeasuredRun(
                                labelled,
                                next.phase(),
                                next.target(),
                                server.facts(),
                                result.key(),
                                Map.of("server_start", server.startId()),
                                backend::openStore));
            }
            return new EndedRun(result, conclude(result));
        }
    }

    /** A run against a target that answered. */
    EndedRun execute(RunRequest next, RunTargets probed) throws InterruptedException {
        RunResult result = load(next, probed);
        return new EndedRun(result, conclude(result));
    }

    private RunResult load(RunRequest next, RunTargets probed) throws InterruptedException {
        introduce(next, probed);
        return service.run(
                split.apply(next),
                new HttpServerEnvironment(context, next.plan(), probed, targets.atMost()),
                RunObservers.none());
    }

    private ExitCode conclude(RunResult result) {
        // First: nothing of the report means what it seems to mean if the target could not be used.
        result.outcome().targetFailure().map(TargetFailure::description).ifPresent(context.terminal()::warn);
        ExitCode code = ExitCodeMapper.exitCode(result);
        ReportPrinter printer = new ReportPrinter(context, backend.results(), report);
        try {
            printer.print(result.key());
        } catch (UncheckedIOException | StoreException e) {
            // A full disk takes the report, not the run's own verdict on itself.
            context.terminal().warn("the report could not be written: " + e.getMessage());
            code = code.orWorse(ExitCode.INFRASTRUCTURE);
        }
        printer.warn(RunWarnings.of(result));
        return code;
    }

    /** What the terminal says of a run before its load begins: target, plan, duration, objectives and where its events go. */
    private void introduce(RunRequest request, RunTargets probed) {
        Plan plan = request.plan();
        ProgressOutput output = report.progress(shown.terminal());
        Terminal terminal = output.terminal();
        probed.all().forEach(target -> terminal.printFormatted("  target    %s", description(target)));
        if (probed.areSeveral()) {
            terminal.printFormatted("  balance   %s", balance(request, probed));
        }
        terminal.printFormatted(
                "  plan      %s / %s   %s",
                plan.experiment(),
                request.phase().name(),
                ValueText.count(plan.steps().size(), "step"));
        output.detail("  workload  hash " + plan.workloadHash().substring(0, HASH_DIGITS));
        terminal.printFormatted(
                "  takes     %s", PlanDuration.of(plan).format(plan.steps().size()));
        terminal.printFormatted("  SLO       %s", plan.objectives().isEmpty() ? "none" : objectives(plan));
        plan.objectives().stream()
                .filter(objective -> !objective.getBurnRules().isEmpty())
                .map(SloFormat::budgetText)
                .distinct()
                .forEach(description -> terminal.printFormatted("  budget    %s", description));
        output.detail("  events    " + backend.description() + ", team " + request.team());
    }

    /** Targets in one line. */
    static String targets(RunTargets probed) {
        return probed.plans().stream()
                .map(target -> target.url() + "  " + target.model())
                .collect(Collectors.joining(", "));
    }

    private static String description(ProbeResult probed) {
        return probed.target().url() + "  "
                + probed.version().map(version -> "version " + version + "  ").orElse("")
                + probed.target().model();
    }

    private static String balance(RunRequest request, RunTargets probed) {
        Balance balance = request.phase().balance().orElse(request.plan().balance());
        return ValueTypes.word(balance)
                + (balance == Balance.ROUND_ROBIN
                        ? ""
                        : probed.plans().stream()
                                .map(target -> Integer.toString(target.weight()))
                                .collect(Collectors.joining(":", " ", "")));
    }

    private static String objectives(Plan plan) {
        return plan.objectives().stream().map(ObjectiveState::getName).collect(Collectors.joining("   "));
    }
}
