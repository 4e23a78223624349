package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.progress.VirtualTimeOutput;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.shared.VirtualTimeOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.delivery.RunDeliveries;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunService;
import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.app.run.virtualtime.VirtualRunStart;
import io.tidemark.app.run.virtualtime.VirtualServerEnvironment;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.Plan;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * {@code tidemark run --simulate}: a run of a plan against a simulated server in virtual time.
 *
 * @param virtual as of when, and whether anything is published
 * @param cluster empty for the stack that is up, or one of its own
 */
record SimulatedRun(
        CommandContext context, VirtualTimeOptions virtual, Optional<ClusterConnection> cluster, ReportOptions report) {
    ExitCode execute(RunRequest request, SimulatedServer server) throws InterruptedException {
        CommandContext shown = report.quiet() ? context.withoutOutput() : context;
        introduce(shown.terminal(), request, server);
        return virtual.publishes() ? published(shown, request, server) : unpublished(shown, request, server);
    }

    private ExitCode unpublished(CommandContext shown, RunRequest request, SimulatedServer server)
            throws InterruptedException {
        Instant start = virtual.start().orElseGet(() -> context.wallClock().instant());
        RunResult result = run(shown, request, RunDeliveries.none(), servers(request, server, start));
        return result.outcome().status() == RunStatus.INVALID ? ExitCode.RUN_INVALID : ExitCode.OK;
    }

    private ExitCode published(CommandContext shown, RunRequest request, SimulatedServer server)
            throws InterruptedException {
        Instant start = new VirtualRunStart(context, request, server).from(virtual.start());
        RunBackend backend = context.resources()
                .register(RunBackend.open(
                        context,
                        new RunBackend.Request(
                                cluster, request.team(), report.store().given(context), false)));
        RunWarnings.before(request.plan()).forEach(context.terminal()::warn);
        RunResult result = run(shown, request, backend, servers(request, server, start));
        ReportPrinter printer = new ReportPrinter(context, backend.results(), report);
        printer.print(result.key());
        printer.warn(RunWarnings.of(result));
        return ExitCodeMapper.exitCode(result);
    }

    private static VirtualServerEnvironment servers(RunRequest request, SimulatedServer server, Instant start) {
        return VirtualServerEnvironment.of(request, List.of(server), new VirtualTime(start));
    }

    private RunResult run(
            CommandContext shown, RunRequest request, RunDeliveries deliveries, VirtualServerEnvironment servers)
            throws InterruptedException {
        Instant start = servers.time().wall().instant();
        long fromNanos = context.nanoClock().nanos();
        RunResult result = new RunService(shown, deliveries, new VirtualTimeOutput(shown.terminal(), true))
                .run(request, servers, RunObservers.none());
        Duration wall = Duration.ofNanos(context.nanoClock().nanos() - fromNanos);
        shown.terminal()
                .printLine(String.format(
                        Locale.ROOT,
                        "  virtual    %s in %s of wall time (%s times as fast), %s, begun %s",
                        ValueText.duration(result.duration()),
                        ValueText.duration(wall),
                        ValueText.digits((double) result.duration().toNanos() / wall.toNanos()),
                        ValueText.count(servers.publishedEvents(), "event"),
                        ValueFormat.stamp(start)));
        return result;
    }

    private static void introduce(Terminal terminal, RunRequest request, SimulatedServer server) {
        terminal.printFormatted(
                "  server     %s, simulated in virtual time: no socket, no client lag, nothing to calibrate",
                server.profile());
        terminal.printFormatted(
                "  plan       %s / %s   %s",
                request.plan().experiment(),
                request.phase().name(),
                ValueText.count(request.plan().steps().size(), "step"));
    }

    /** With a start it follows from that and the plan, so that the same command makes the same run. */
    String runId(Plan plan) {
        Optional<Instant> start = virtual.start();
        return start.isPresent()
                ? Ulid.next(
                        InstantSource.fixed(start.get()),
                        new SplittableRandom(
                                Long.parseUnsignedLong(plan.planHash().substring(0, 16), 16)))
                : Ulid.next(context.wallClock(), context.random());
    }
}
