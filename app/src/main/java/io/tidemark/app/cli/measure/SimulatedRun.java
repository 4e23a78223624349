package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.progress.VirtualTimePrinter;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.shared.VirtualTimeOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.live.SloTally;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.virtualtime.VirtualRunRequest;
import io.tidemark.app.run.virtualtime.VirtualRunSession;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
    ExitCode execute(VirtualRunRequest request) throws InterruptedException {
        CommandContext shown = report.quiet() ? context.withoutOutput() : context;
        introduce(shown.terminal(), request);
        return virtual.publishes() ? published(shown, request) : lookedAt(shown, request);
    }

    private ExitCode lookedAt(CommandContext shown, VirtualRunRequest request) throws InterruptedException {
        VirtualRunSession.TimedRun timed = new VirtualRunSession(shown)
                .runUnpublished(request, virtual.start(), printing(shown.terminal(), request));
        say(shown.terminal(), timed);
        return timed.result().outcome().status() == RunStatus.INVALID ? ExitCode.RUN_INVALID : ExitCode.OK;
    }

    private ExitCode published(CommandContext shown, VirtualRunRequest request) throws InterruptedException {
        RunBackend backend = context.resources()
                .register(RunBackend.open(
                        context,
                        new RunBackend.Request(
                                cluster, request.team(), report.store().given(context), false)));
        RunWarnings.before(request.plan()).forEach(context.terminal()::warn);
        VirtualRunSession session = new VirtualRunSession(shown);
        VirtualRunSession.PublishedRun published = session.runPublished(
                request,
                virtual.start(),
                new VirtualRunSession.PublishTarget(backend, printing(shown.terminal(), request)));
        VirtualRunSession.TimedRun timed = published.timed();
        say(shown.terminal(), timed);
        long fromNanos = context.nanoClock().nanos();
        RunResult result = session.results(request, timed.result(), published.delivery());
        shown.terminal()
                .printFormatted(
                        "  results    final after another %s",
                        ValueText.duration(Duration.ofNanos(context.nanoClock().nanos() - fromNanos)));
        ReportPrinter printer = new ReportPrinter(context, backend.results(), report);
        printer.print(result.key());
        printer.warn(RunWarnings.of(result));
        return ExitCodeMapper.exitCode(result);
    }

    private static RunObservers printing(Terminal terminal, VirtualRunRequest request) {
        SloTally slo = new SloTally(request.plan().objectives(), RequestObserver.none());
        return new RunObservers(slo, new VirtualTimePrinter(terminal, slo));
    }

    private static void introduce(Terminal terminal, VirtualRunRequest request) {
        terminal.printFormatted(
                "  server     %s, simulated in virtual time: no socket, no client lag, nothing to calibrate",
                request.servers().get(0).profile());
        terminal.printFormatted(
                "  plan       %s / %s   %s",
                request.plan().experiment(),
                request.phase().name(),
                ValueText.count(request.plan().steps().size(), "step"));
    }

    private static void say(Terminal terminal, VirtualRunSession.TimedRun timed) {
        Duration virtual = timed.result().duration();
        terminal.printLine(String.format(
                Locale.ROOT,
                "  virtual    %s in %s of wall time (%s times as fast), %s, begun %s",
                ValueText.duration(virtual),
                ValueText.duration(timed.wall()),
                ValueText.digits((double) virtual.toNanos() / timed.wall().toNanos()),
                ValueText.count(timed.result().publishedEvents(), "event"),
                ValueFormat.stamp(timed.start())));
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
