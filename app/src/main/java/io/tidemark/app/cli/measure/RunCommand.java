package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.DurationConverter;
import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.cli.shared.PublishingOptions;
import io.tidemark.app.cli.shared.RedactedCommandLine;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.shared.SimulatedServerOptions;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.process.AttachedInput;
import io.tidemark.app.process.CommandContext;
import io.tidemark.app.run.BuiltInPlans;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunSession;
import io.tidemark.app.server.PhaseServer;
import io.tidemark.app.server.PhaseServers;
import io.tidemark.app.stack.Backend;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.producer.tally.TargetFailure;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.sinks.store.StoreException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark run}: a run of a plan against one phase, or a sequence of runs against several. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Drive a server with a plan's load and judge it.",
            "Without a PLAN the run measures three low rates. A file of scenarios gives one run per scenario. Without --kafka",
            "the run uses the stack of `tidemark up`, or starts one for itself. The worst step gives the exit code: 0 passed, 1",
            "failed, 4 undecided."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark run --target http://localhost:8000 --model my-model",
            "  tidemark run plan.yaml --simulate llama-70b-fp8-h200 --no-publish",
            "  tidemark run plan.yaml --phases baseline,tuned --before-run ./serve.sh"
        })
public final class RunCommand implements Callable<Integer> {
    /** A server that has been started anew loads its model first. */
    private static final Duration AFTER_A_START = Duration.ofMinutes(10);

    private final CommandContext surroundings;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final SpoolOptions spool = new SpoolOptions();

    @Mixin
    private final PlanOptions plan = new PlanOptions();

    @Mixin
    private final PublishingOptions events = new PublishingOptions();

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Mixin
    private final PhaseSequenceOptions phases = new PhaseSequenceOptions();

    @Mixin
    private final VirtualTimeOptions simulated = new VirtualTimeOptions();

    @Mixin
    private final SimulatedServerOptions server = new SimulatedServerOptions();

    @Mixin
    private final WorkerProcessOptions workers = new WorkerProcessOptions();

    @Option(
            names = "--ready-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description =
                    "How long to wait for a target that does not answer or is still loading, e.g. 10m. Default: one attempt; 10m with --phases.")
    private @Nullable Duration readyTimeout;

    @Option(
            names = "--attached",
            hidden = true,
            description = "As `watch` starts its runs: the run is stopped when standard input ends.")
    private boolean attached;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    public RunCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (attached) {
            AttachedInput.closeAtEnd(System.in, surroundings.resources());
        }
        phases.requireNoneWithoutPhases();
        simulated.requireNoneWithoutSimulate();
        if (simulated.isGiven()) {
            return simulate().code();
        }
        List<Plan> plans = plans();
        workers.requireFit(plan, plans);
        Optional<PhaseOrder> order = phases.isGiven() ? Optional.of(order(plans)) : Optional.empty();
        report.requireWritable(surroundings);
        List<RunRequest> requests = plans.stream().map(this::request).toList();
        requests.stream()
                .flatMap(request -> RunWarnings.before(request.plan()).stream())
                .distinct()
                .forEach(surroundings.terminal()::warn);
        Optional<PhaseServers> servers = servers(requests);
        if (order.isPresent()) {
            return sequence(order.get(), requests.get(0), servers).code();
        }
        ExitCode worst = servers.isPresent() ? eachWithServer(requests, servers.get()) : each(ready(requests));
        return worst.code();
    }

    private ExitCode simulate() throws InterruptedException {
        refuseWithSimulate("--target", target.isNamed());
        refuseWithSimulate("--phases", phases.isGiven());
        refuseWithSimulate("--workers", workers.areSeveral());
        refuseWithSimulate("--external", workers.areExternal());
        if (report.json() && !simulated.publishes()) {
            throw CommandException.usage(
                    "--json prints results, and --no-publish makes none: leave one of the two out");
        }
        Plan chosen = plan.named()
                ? plan.plan()
                : BuiltInPlans.firstLook(plan.choice()).get(0);
        SimulatedRun.Order order = new SimulatedRun.Order(
                chosen,
                target.phase(chosen),
                simulated.server(server.extras(OptionalInt.empty())),
                events.owner(chosen),
                RedactedCommandLine.of(spec),
                events.recordsText());
        return new SimulatedRun(surroundings, simulated, cluster.named(), report).execute(order);
    }

    private static void refuseWithSimulate(String option, boolean given) {
        if (given) {
            throw CommandException.usage(option + " does not go with --simulate, which needs no server");
        }
    }

    private ExitCode each(List<Ready> runs) throws InterruptedException {
        Backend backend =
                surroundings.resources().register(backend(runs.get(0).request().team()));
        RunSession session = new RunSession(shown(), backend);
        ExitCode worst = ExitCode.OK;
        for (Ready run : runs) {
            RunResult result = executed(session, backend, run);
            worst = worst.orWorse(conclude(backend, result));
            if (result.outcome().status() == RunStatus.ABORTED) {
                break;
            }
        }
        return worst;
    }

    /** Those of the plans that say how a server is started, all checked before the first start. */
    private Optional<PhaseServers> servers(List<RunRequest> requests) throws InterruptedException {
        Optional<RunRequest> asking = requests.stream()
                .filter(request -> PhaseServers.isAsked(request.plan()))
                .findFirst();
        if (asking.isEmpty()) {
            return Optional.empty();
        }
        PhaseServers servers = surroundings
                .resources()
                .register(PhaseServers.open(shown(), asking.get().plan()));
        for (RunRequest request : requests) {
            servers.check(request.plan(), request.target());
        }
        return Optional.of(servers);
    }

    private ExitCode eachWithServer(List<RunRequest> requests, PhaseServers servers) throws InterruptedException {
        Backend backend =
                surroundings.resources().register(backend(requests.get(0).team()));
        RunSession session = new RunSession(shown(), backend);
        ExitCode worst = ExitCode.OK;
        for (RunRequest request : requests) {
            PhaseSequenceRunner.EndedRun ended = measured(session, backend, request, Optional.of(servers));
            worst = worst.orWorse(ended.code());
            if (ended.result().outcome().status() == RunStatus.ABORTED) {
                break;
            }
        }
        return worst;
    }

    /** One run, on a fresh server where its phase has one. */
    private PhaseSequenceRunner.EndedRun measured(
            RunSession session, Backend backend, RunRequest next, Optional<PhaseServers> servers)
            throws InterruptedException {
        if (servers.isEmpty() || next.phase().server().isEmpty()) {
            return measured(session, backend, next);
        }
        try (PhaseServer server = servers.get().start(next)) {
            Plan labelled = next.plan().withLabels(Map.of("server_start", server.startId()));
            return measured(session, backend, next.withPlan(labelled));
        }
    }

    private PhaseSequenceRunner.EndedRun measured(RunSession session, Backend backend, RunRequest next)
            throws InterruptedException {
        RunResult result = executed(session, backend, ready(List.of(next)).get(0));
        return new PhaseSequenceRunner.EndedRun(result, conclude(backend, result));
    }

    private ExitCode sequence(PhaseOrder order, RunRequest request, Optional<PhaseServers> servers)
            throws InterruptedException {
        String id = Ulid.next(surroundings.wallClock(), surroundings.random());
        PhaseSequenceRunner runner = new PhaseSequenceRunner(shown(), order, id, phases.beforeRun(surroundings, id));
        runner.introduce(request.plan());
        PhaseSequenceResult sequence = surroundings
                .resources()
                .register(new PhaseSequenceResult(
                        shown(), order, phases.base(), report.store().arguments(), report.verbose()));
        Backend backend = surroundings.resources().register(backend(request.team()));
        RunSession session = new RunSession(shown(), backend);
        return runner.run(request, sequence, backend.results(), next -> measured(session, backend, next, servers));
    }

    private PhaseOrder order(List<Plan> plans) {
        if (!plan.named()) {
            throw CommandException.usage("--phases needs a PLAN that has them");
        }
        if (target.namesPhase() || report.out().isPresent()) {
            throw CommandException.usage(
                    (target.namesPhase() ? "--phase" : "--out") + " is for one run; leave it out with --phases");
        }
        // Of a file with several scenarios one must be chosen.
        return phases.order(plans.size() > 1 ? plan.plan() : plans.get(0));
    }

    private RunResult executed(RunSession session, Backend backend, Ready run) throws InterruptedException {
        new RunHeaderPrinter(shown().terminal()).print(run.request(), run.probed(), backend.connection());
        return session.execute(withWorkers(run.request(), backend), run.probed());
    }

    private CommandContext shown() {
        return report.quiet() ? surroundings.withoutOutput() : surroundings;
    }

    /** Every target is asked before anything is started. */
    private List<Ready> ready(List<RunRequest> requests) throws InterruptedException {
        if (requests.stream().map(RunRequest::team).distinct().count() > 1) {
            throw CommandException.usage("the scenarios are of several teams; choose one with --team or --scenario");
        }
        ReadyCheck targets = new ReadyCheck(surroundings, readyTimeout());
        List<Ready> ready = new ArrayList<>();
        for (RunRequest request : requests) {
            ready.add(new Ready(request, targets.probe(request)));
        }
        return ready;
    }

    private Duration readyTimeout() {
        if (readyTimeout != null) {
            return readyTimeout;
        }
        return phases.isGiven() ? AFTER_A_START : Duration.ZERO;
    }

    /** The workers read the same plan by themselves: nothing of a plan but its digest is taken from Kafka. */
    private RunRequest withWorkers(RunRequest request, Backend backend) {
        List<String> own = new ArrayList<>(plan.arguments(request.plan()));
        own.addAll(events.arguments(request.team()));
        own.addAll(cluster.arguments(backend.connection()));
        own.addAll(spool.arguments());
        return workers.applyTo(request, own, cluster.givenSettings());
    }

    private record Ready(RunRequest request, TargetProbe.ProbeResult probed) {}

    private ExitCode conclude(Backend backend, RunResult result) {
        // First: nothing of the report means what it seems to mean if the target could not be used.
        result.outcome().targetFailure().map(TargetFailure::description).ifPresent(surroundings.terminal()::warn);
        ExitCode code = result.exitCode();
        ReportPrinter printer = new ReportPrinter(surroundings, backend.results(), report);
        try {
            printer.print(result.key());
        } catch (UncheckedIOException | StoreException e) {
            // A full disk takes the report, not the run's own verdict on itself.
            surroundings.terminal().warn("the report could not be written: " + e.getMessage());
            code = code.orWorse(ExitCode.INFRASTRUCTURE);
        }
        printer.warn(RunWarnings.of(result));
        return code;
    }

    private RunRequest request(Plan plan) {
        return new RunRequest(
                plan,
                target.phase(plan),
                target.target(plan),
                events.owner(plan),
                RedactedCommandLine.of(spec),
                events.recordsText(),
                target.calibrates(),
                spool.settings(surroundings.home()));
    }

    private List<Plan> plans() {
        if (plan.named()) {
            return plan.plans();
        }
        if (!target.isNamed()) {
            throw CommandException.usage("nothing to run: give a PLAN, or --target URL for a first look at a server");
        }
        return BuiltInPlans.firstLook(plan.choice());
    }

    private Backend backend(Team owner) {
        return Backend.open(surroundings, cluster.named(), owner, report.store().given(surroundings));
    }
}
