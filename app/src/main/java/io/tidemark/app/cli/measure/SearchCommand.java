package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.progress.SearchProgressPrinter;
import io.tidemark.app.cli.progress.VirtualTimeOutput;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.DocumentOptions;
import io.tidemark.app.cli.shared.LiveOption;
import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.cli.shared.PublishingOptions;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.cli.shared.TargetOptions;
import io.tidemark.app.cli.shared.VirtualTimeOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.delivery.RunDeliveries;
import io.tidemark.app.run.HttpServerEnvironment;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunService;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.app.run.virtualtime.SimulatedServer;
import io.tidemark.app.run.virtualtime.VirtualRunStart;
import io.tidemark.app.run.virtualtime.VirtualServerEnvironment;
import io.tidemark.app.search.CapacitySearch;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.app.search.RunProbes;
import io.tidemark.app.search.SearchFormat;
import io.tidemark.app.search.SearchJson;
import io.tidemark.app.search.SearchOutcome;
import io.tidemark.app.search.SearchRequest;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.output.ReportDocument;
import io.tidemark.reports.output.ReportWriter;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark search}: the highest load that a server holds within the plan's SLO, as an interval. */
@Command(
        name = "search",
        description = {
            "Find the highest load that a server holds within the SLO.",
            "The result is an interval. Probes replace the plan's steps. Exit code: 0 found, 1 nothing holds, 3 a run was",
            "INVALID, 4 the budget ended with an end of the interval unknown, 5 the target does not answer."
        },
        footer = {
            "  tidemark search plan.yaml --target http://gpu-1:8000 --from 0.5 --budget 2h",
            "  tidemark search plan.yaml --simulate demo-tuned --from 15 --no-publish"
        })
public final class SearchCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final LiveOption live = new LiveOption();

    @Mixin
    private final SpoolOptions spool = new SpoolOptions();

    @Mixin
    private final PlanOptions plan = new PlanOptions();

    @Mixin
    private final PublishingOptions events = new PublishingOptions();

    @Mixin
    private final SearchOptions search = new SearchOptions();

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Mixin
    private final VirtualTimeOptions simulated = new VirtualTimeOptions();

    public SearchCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        simulated.requireNoneWithoutSimulate();
        Plan given = plan.plan();
        requirePlansLoad(target.phase(given));
        simulated.requireReportable(report, context);
        SearchRequest order = search.order(given, more -> plan.plan(more));
        RunWarnings.before(given).forEach(context.terminal()::warn);
        CommandContext shown = report.quiet() ? context.withoutOutput() : context;
        return (simulated.isGiven() ? virtual(order, shown) : real(order, shown)).code();
    }

    /** A search makes the loads; a phase of bench_params has its own, with a workload that may differ from the plan's. */
    private static void requirePlansLoad(PhasePlan phase) {
        if (phase.load().isPresent()) {
            throw new InvalidInputException("phase " + phase.name() + " has a load of its own ("
                    + phase.load().get().parameters()
                    + "), which a search would replace; choose a phase under the plan's load");
        }
    }

    private ExitCode real(SearchRequest order, CommandContext shown) throws InterruptedException {
        TargetCheck targets = new TargetCheck(context.environment());
        Plan asked = order.plan();
        RunRequest request = events.request(
                asked, target.phase(asked), target.targets(asked), target.calibrates(), spool.settings(context.home()));
        RunTargets probed = targets.probe(request);
        RunBackend backend = backend(request.team());
        ProbeEnvironment environment = new RunProbes(
                new RunService(shown, backend, report.progress(shown.terminal())),
                request,
                new HttpServerEnvironment(shown, asked, probed));
        introduce(shown.terminal(), order, RunExecution.targets(probed), request.phase());
        return searched(order, environment, new Shown(shown.terminal(), request.team(), Optional.of(backend)));
    }

    private ExitCode virtual(SearchRequest order, CommandContext shown) throws InterruptedException {
        Team team = events.owner(order.plan());
        SimulatedServer server = simulated.server(SimulatorOptions.Extras.NONE);
        Instant now = context.wallClock().instant();
        Instant start = simulated.start().orElseGet(() -> now.minus(order.maxDuration()));
        if (simulated.publishes()) {
            VirtualRunStart.requireOver("search", start, order.maxDuration(), now);
        }
        Optional<RunBackend> backend = simulated.publishes() ? Optional.of(backend(team)) : Optional.empty();
        VirtualTime time = new VirtualTime(start);
        RunRequest request =
                RunRequest.simulated(order.plan(), target.phase(order.plan()), team, events.commandLine(), false);
        introduce(shown.terminal(), order, server.profile() + ", simulated in virtual time", request.phase());
        RunDeliveries deliveries = backend.isPresent() ? backend.get() : RunDeliveries.none();
        ProbeEnvironment environment = new RunProbes(
                new RunService(shown, deliveries, new VirtualTimeOutput(shown.terminal(), false)),
                request,
                new VirtualServerEnvironment(
                        request.targets(),
                        List.of(server),
                        time,
                        simulated.start().isPresent() ? time.wall() : context.wallClock(),
                        searchId(start)));
        return searched(order, environment, new Shown(shown.terminal(), team, backend));
    }

    /** The same start gives the same servers. */
    private static String searchId(Instant start) {
        return Ulid.next(InstantSource.fixed(start), new SplittableRandom(~start.toEpochMilli()));
    }

    /** Where a search's result is reported and stored. */
    private record Shown(Terminal terminal, Team team, Optional<RunBackend> backend) {}

    private ExitCode searched(SearchRequest order, ProbeEnvironment environment, Shown shown)
            throws InterruptedException {
        SearchFormat format = new SearchFormat(order);
        String name = Ulid.next(context.wallClock(), context.random());
        CapacitySearch searching =
                new CapacitySearch(order, environment, new SearchProgressPrinter(shown.terminal(), format), name);
        ShutdownMessage lastWords = context.resources()
                .register(new ShutdownMessage(() -> context.terminal()
                        .warn("search stopped; held so far: "
                                + format.interval(searching.state().interval()))));
        SearchOutcome outcome = searching.run();
        if (outcome.ended() != SearchOutcome.Ended.STOPPED) {
            lastWords.cancel();
        }
        conclude(order, outcome, shown);
        return ExitCodeMapper.exitCode(outcome);
    }

    private void conclude(SearchRequest order, SearchOutcome outcome, Shown shown) {
        Terminal terminal = context.terminal();
        List<String> found = new SearchFormat(order).verdict(outcome);
        if (report.json()) {
            terminal.printLine(new SearchJson(order).of(outcome));
        } else {
            terminal.printLine("");
            found.forEach(line -> terminal.printLine("  " + line));
        }
        if (shown.backend().isPresent() && !outcome.runs().isEmpty()) {
            List<RunKey> runs = outcome.runs().stream()
                    .map(run -> new RunKey(shown.team(), run))
                    .toList();
            ReportPrinter printer =
                    new ReportPrinter(context, shown.backend().get().results(), report);
            Document document = ReportDocument.of(printer.model(runs).ofSearch(found));
            ReportWriter.Written written = new ReportWriter()
                    .write(document, printer.folder(outcome.runs().get(0)));
            if (!report.json()) {
                if (report.verbose()) {
                    terminal.printLine("");
                    DocumentOptions.print(context, document);
                    terminal.printLine("");
                }
                terminal.printLine("  report: " + written.html() + " of its " + runs.size() + " runs");
            }
        }
    }

    private void introduce(Terminal terminal, SearchRequest order, String server, PhasePlan chosen) {
        SearchFormat format = new SearchFormat(order);
        terminal.printFormatted("  server    %s", server);
        terminal.printFormatted("  plan      %s / %s", order.plan().experiment(), chosen.name());
        order.plan().objectives().forEach(objective -> terminal.printFormatted("  SLO       %s", objective.getName()));
        terminal.printFormatted(
                "  search    from %s%s, to within %s",
                format.load(order.range().from()),
                order.hasUpperBound() ? " to " + format.load(order.range().to()) : "",
                ValueText.percent(order.range().resolution()));
    }

    private RunBackend backend(Team team) {
        return context.resources()
                .register(RunBackend.open(
                        context,
                        new RunBackend.Request(
                                cluster.named(), team, report.store().given(context), live.live())));
    }

    /** A message that is printed if a command is ended before it has printed its own. Thread-safe. */
    private static final class ShutdownMessage implements AutoCloseable {
        private final Runnable message;
        private volatile boolean needed = true;

        ShutdownMessage(Runnable message) {
            this.message = message;
        }

        void cancel() {
            needed = false;
        }

        @Override
        public void close() {
            if (needed) {
                message.run();
            }
        }
    }
}
