package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.measure.PhaseSequenceRunner.EndedRun;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.run.HttpServerEnvironment;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunService;
import io.tidemark.app.server.AfterCommands;
import io.tidemark.app.server.PhaseServer;
import io.tidemark.app.server.PhaseServers;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.tally.TargetFailure;
import io.tidemark.sinks.store.StoreException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

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
        new RunHeaderPrinter(report.progress(shown.terminal())).print(next, probed, backend.description());
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
}
