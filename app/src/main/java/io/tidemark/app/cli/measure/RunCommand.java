package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.LiveOption;
import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.cli.shared.PublishingOptions;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.shared.SimulatedServerOptions;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.cli.shared.TargetOptions;
import io.tidemark.app.cli.shared.VirtualTimeOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.process.AttachedInput;
import io.tidemark.app.run.BuiltInPlans;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunService;
import io.tidemark.app.server.PhaseServers;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark run}: a run of a plan against one phase, or a sequence of runs against several. */
@Command(
        name = "run",
        description = {
            "Drive a server with a plan's load and judge it.",
            "Without a PLAN the run measures three low rates. A file of scenarios gives one run per scenario. Without --kafka",
            "the run uses the stack of `tidemark up`, or none. The worst step gives the exit code: 0 passed, 1 failed, 4",
            "undecided."
        },
        footer = {
            "  tidemark run --target http://localhost:8000 --model my-model",
            "  tidemark run plan.yaml --simulate llama-70b-fp8-h200 --no-publish",
            "  tidemark run plan.yaml --phases baseline,tuned --before-run ./serve.sh"
        })
public final class RunCommand implements Callable<Integer> {
    /** A server that has been started anew loads its model first. */
    private static final Duration AFTER_A_START = Duration.ofMinutes(10);

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
            description =
                    "How long to wait for a target that does not answer or is still loading, e.g. 10m. Default: one attempt; 10m with --phases.")
    private @Nullable Duration readyTimeout;

    @Option(
            names = "--attached",
            hidden = true,
            description = "As `watch` starts its runs: the run is stopped when standard input ends.")
    private boolean attached;

    public RunCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (attached) {
            AttachedInput.atEnd(System.in, context.resources()::close);
        }
        phases.requireNoneWithoutPhases();
        simulated.requireNoneWithoutSimulate();
        if (simulated.isGiven()) {
            return simulate().code();
        }
        List<Plan> plans = plans();
        Optional<PhaseOrder> order = phases.isGiven() ? Optional.of(order(plans)) : Optional.empty();
        report.requireWritable(context);
        List<RunRequest> requests = plans.stream().map(this::request).toList();
        workers.requireFit(plan, loads(requests, order));
        requests.stream()
                .flatMap(request -> RunWarnings.before(request.plan()).stream())
                .distinct()
                .forEach(context.terminal()::warn);
        Optional<PhaseServers> servers = servers(requests);
        if (order.isPresent()) {
            return sequence(order.get(), requests.get(0), servers).code();
        }
        return each(requests.stream().map(RunRequest::withPhaseLoad).toList(), servers)
                .code();
    }

    /** As the runs send them. */
    private static List<Plan> loads(List<RunRequest> requests, Optional<PhaseOrder> order) {
        Plan first = requests.get(0).plan();
        return order.map(turns -> turns.runs().stream()
                        .map(turn -> first.forPhase(first.phase(turn.phase())))
                        .toList())
                .orElseGet(() -> requests.stream()
                        .map(request -> request.withPhaseLoad().plan())
                        .toList());
    }

    private ExitCode simulate() throws InterruptedException {
        refuseWithSimulate("--target", target.isNamed());
        refuseWithSimulate("--phases", phases.isGiven());
        refuseWithSimulate("--workers", workers.areSeveral());
        refuseWithSimulate("--external", workers.areExternal());
        if (report.json() && !simulated.publishes()) {
            throw new InvalidInputException(
                    "--json prints results, and --no-publish makes none: leave one of the two out");
        }
        simulated.requireReportable(report, context);
        Plan chosen = plan.named()
                ? plan.plan()
                : BuiltInPlans.firstLook(plan.choice()).get(0);
        PhasePlan phase = target.phase(chosen);
        SimulatedRun run = new SimulatedRun(context, simulated, cluster.named(), report);
        return run.execute(
                events.simulated(chosen.forPhase(phase), phase).withRunId(run.runId(chosen)),
                simulated.server(server.extras(OptionalInt.empty())));
    }

    private static void refuseWithSimulate(String option, boolean given) {
        if (given) {
            throw new InvalidInputException(option + " does not go with --simulate, which needs no server");
        }
    }

    /** Targets whose servers are not ours are all asked before anything is started. */
    private ExitCode each(List<RunRequest> requests, Optional<PhaseServers> servers) throws InterruptedException {
        if (requests.stream().map(RunRequest::team).distinct().count() > 1) {
            throw new InvalidInputException("the scenarios are of several teams; choose one with --team or --scenario");
        }
        List<RunTargets> probed = new ArrayList<>();
        if (servers.isEmpty()) {
            ReadyCheck targets = targets();
            for (RunRequest request : requests) {
                probed.add(targets.probe(request));
            }
        }
        RunExecution execution = execution(requests.get(0).team(), servers);
        ExitCode worst = ExitCode.OK;
        for (int i = 0; i < requests.size(); i++) {
            RunExecution.EndedRun ended = probed.isEmpty()
                    ? execution.execute(requests.get(i))
                    : execution.execute(requests.get(i), probed.get(i));
            worst = worst.orWorse(ended.code());
            if (ended.result().outcome().status() == RunStatus.ABORTED) {
                break;
            }
        }
        return worst;
    }

    private RunExecution execution(Team team, Optional<PhaseServers> servers) {
        RunBackend backend = context.resources()
                .register(RunBackend.open(
                        context,
                        new RunBackend.Request(
                                cluster.named(),
                                team,
                                report.store().given(context),
                                live.live() || workers.areSeveral() || workers.areExternal())));
        return new RunExecution(
                context,
                shown(),
                report,
                backend,
                new RunService(shown(), backend, report.progress(shown().terminal())),
                servers,
                targets(),
                request -> withWorkers(request, backend));
    }

    /** Those of the plans that say how a server is started, all checked before the first start. */
    private Optional<PhaseServers> servers(List<RunRequest> requests) throws InterruptedException {
        Optional<RunRequest> asking = requests.stream()
                .filter(request -> PhaseServers.managesServers(request.plan()))
                .findFirst();
        if (asking.isEmpty()) {
            return Optional.empty();
        }
        PhaseServers servers = context.resources()
                .register(PhaseServers.open(shown(), asking.get().plan()));
        for (RunRequest request : requests) {
            servers.check(request.plan(), request.target());
        }
        return Optional.of(servers);
    }

    private ExitCode sequence(PhaseOrder order, RunRequest request, Optional<PhaseServers> servers)
            throws InterruptedException {
        PhaseSequence.introduce(shown(), order, request);
        PhaseSequence sequence = context.resources().register(new PhaseSequence(shown(), phases, order, report));
        return sequence.run(request, execution(request.team(), servers));
    }

    private PhaseOrder order(List<Plan> plans) {
        if (!plan.named()) {
            throw new InvalidInputException("--phases needs a PLAN that has them");
        }
        if (target.namesPhase() || report.out().isPresent()) {
            throw new InvalidInputException(
                    (target.namesPhase() ? "--phase" : "--out") + " is for one run; leave it out with --phases");
        }
        // Of a file with several scenarios one must be chosen.
        return phases.order(plans.size() > 1 ? plan.plan() : plans.get(0));
    }

    private CommandContext shown() {
        return report.quiet() ? context.withoutOutput() : context;
    }

    private ReadyCheck targets() {
        return new ReadyCheck(context, readyTimeout());
    }

    private Duration readyTimeout() {
        if (readyTimeout != null) {
            return readyTimeout;
        }
        return phases.isGiven() ? AFTER_A_START : Duration.ZERO;
    }

    /** The workers read the same plan by themselves: nothing of a plan but its digest is taken from Kafka. */
    private RunRequest withWorkers(RunRequest request, RunBackend backend) {
        List<String> own = new ArrayList<>(plan.arguments(request.plan()));
        own.addAll(events.arguments(request.team()));
        backend.cluster().ifPresent(connection -> own.addAll(cluster.arguments(connection)));
        own.addAll(spool.arguments());
        return workers.applyTo(request, own, cluster.givenSettings());
    }

    private RunRequest request(Plan plan) {
        return events.request(
                plan,
                phases.isGiven() ? plan.phases().get(0) : target.phase(plan),
                target.targets(plan),
                target.calibrates(),
                spool.settings(context.home()));
    }

    private List<Plan> plans() {
        if (plan.named()) {
            return plan.plans();
        }
        if (!target.isNamed()) {
            throw new InvalidInputException(
                    "nothing to run: give a PLAN, or --target URL for a first look at a server");
        }
        return BuiltInPlans.firstLook(plan.choice());
    }
}
