package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.ShellWords;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.app.run.BuiltInPlans;
import io.tidemark.app.run.PlanLength;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunSession;
import io.tidemark.app.run.ServerSetup;
import io.tidemark.app.run.Workers;
import io.tidemark.app.stack.Backend;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.run.TargetFailure;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark run}: one run of a plan against one phase, or several phases in turns. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Drive a server with a plan's load, publish what is seen, and judge it.",
            "Without a PLAN it takes a first look at three low rates. A file of scenarios is one run for each.",
            "Without --kafka it uses the stack of `tidemark up`, or else starts one for itself.",
            "The exit code is that of the worst step: 0 all passed, 1 one failed, 4 one could not be decided."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark run --target http://localhost:8000 --model my-model",
            "  tidemark run plan.yaml --phases main,tuned --repeat 5 --setup ./serve.sh"
        })
final class RunCommand implements Callable<Integer> {
    private static final int HASH_DIGITS = 8;

    /** A large model takes minutes to load. */
    private static final Duration READY_AFTER_SETUP = Duration.ofMinutes(10);

    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final SpoolOptions spool = new SpoolOptions();

    @Mixin
    private final PlanOptions plan = new PlanOptions();

    @Mixin
    private final EventOptions events = new EventOptions();

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Mixin
    private final TurnOptions turns = new TurnOptions();

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Split the load over N processes, this one among them. Default: ${DEFAULT-VALUE}")
    private int workers = 1;

    @Option(
            names = "--external",
            description = "With --workers: start no process, print the command of each and wait for them (10 min).")
    private boolean external;

    @Option(
            names = "--ready-timeout",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description =
                    "How long to wait for a target that does not answer or says that it is still loading, e.g. 10m. Default: it is asked once.")
    private Duration readyTimeout = Duration.ZERO;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    RunCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Plan> plans = plans();
        requireShareable(plans);
        report.requireWritable(surroundings);
        List<Planned> planned = planned(plans);
        planned.stream()
                .flatMap(run -> RunWarnings.before(run.request.plan()).stream())
                .distinct()
                .forEach(surroundings.terminal()::warn);
        Probes probes = turns.setTheServerUp() ? this::probeWhenReady : allReady(planned);
        Backend backend =
                surroundings.closer().keep(backend(planned.get(0).request.team()));
        Surroundings shown = report.quiet() ? surroundings.muted() : surroundings;
        introduce(shown.terminal(), planned);
        Optional<ServerSetup> setup = turns.setup(shown);
        RunSession session = new RunSession(shown, backend);
        ExitCode worst = ExitCode.OK;
        for (Planned run : planned) {
            introduce(shown.terminal(), run, planned);
            if (setup.isPresent()) {
                setup.get().of(run.request.phase());
            }
            Ready ready = new Ready(run.request, probes.of(run.request));
            introduce(shown.terminal(), ready, backend);
            RunResult result = session.execute(crewed(run, backend), ready.probed());
            worst = worst.orWorse(conclude(backend, result));
            if (result.outcome().status() == RunStatus.ABORTED) {
                return worst.code();
            }
        }
        sayHowToCompare(shown.terminal(), planned);
        return worst.code();
    }

    /** A run to be made, and what of its plan is its own. */
    private record Planned(RunRequest request, List<String> overrides) {}

    /** How the target of a run is asked what it is. */
    private interface Probes {
        TargetProbe.Probed of(RunRequest request) throws InterruptedException;
    }

    private List<Planned> planned(List<Plan> plans) {
        if (!turns.areAsked()) {
            return plans.stream()
                    .map(one -> new Planned(request(one, target.phase(one)), List.of()))
                    .toList();
        }
        if (!plan.named() || plans.size() > 1) {
            throw CommandException.usage(
                    "--phases, --repeat and --setup need a PLAN, and of a file of scenarios --scenario NAME");
        }
        Plan first = plans.get(0);
        return turns.of(first, target.phase(first)).stream()
                .map(turn -> {
                    List<String> seed = TurnOptions.seed(first, turn);
                    Plan own = plan.plan(seed);
                    return new Planned(request(own, own.phase(turn.phase())), seed);
                })
                .toList();
    }

    private static void introduce(Terminal terminal, List<Planned> planned) {
        if (planned.size() == 1) {
            return;
        }
        Duration load = planned.stream()
                .map(run -> PlanLength.of(run.request.plan()).about())
                .reduce(Duration.ZERO, Duration::plus);
        terminal.sayf(
                "  runs      %d, %d min of load: %s",
                planned.size(),
                Math.max(1, Math.round(load.toSeconds() / 60.0)),
                planned.stream().map(run -> run.request.phase().name()).collect(Collectors.joining(" ")));
    }

    private static void introduce(Terminal terminal, Planned run, List<Planned> planned) {
        if (planned.size() > 1) {
            terminal.say("");
            terminal.sayf(
                    "run %d of %d   phase %s   seed %d",
                    planned.indexOf(run) + 1,
                    planned.size(),
                    run.request.phase().name(),
                    run.request.plan().seed());
        }
    }

    /** What the runs were made for. */
    private static void sayHowToCompare(Terminal terminal, List<Planned> planned) {
        List<String> phases = planned.stream()
                .map(run -> run.request.phase().name())
                .distinct()
                .toList();
        if (phases.size() > 1) {
            String experiment = planned.get(0).request.plan().experiment();
            List<String> command = new ArrayList<>(List.of("tidemark", "compare"));
            planned.get(0).request.plan().phases().stream()
                    .map(PhasePlan::name)
                    .filter(phases::contains)
                    .forEach(phase -> command.add(experiment + "/" + phase));
            terminal.say("");
            terminal.sayf("  compare   %s", ShellWords.joined(command));
        }
    }

    private TargetProbe.Probed probeWhenReady(RunRequest request) throws InterruptedException {
        Duration atMost = readyTimeout.isZero() ? READY_AFTER_SETUP : readyTimeout;
        return new ReadyCheck(surroundings, atMost).probe(request);
    }

    /** Every target is asked before anything is started. */
    private Probes allReady(List<Planned> planned) throws InterruptedException {
        if (planned.stream().map(run -> run.request.team()).distinct().count() > 1) {
            throw CommandException.usage("the scenarios are of several teams; choose one with --team or --scenario");
        }
        ReadyCheck targets = new ReadyCheck(surroundings, readyTimeout);
        Map<RunRequest, TargetProbe.Probed> ready = new HashMap<>();
        for (Planned run : planned) {
            ready.put(run.request, targets.probe(run.request));
        }
        return request -> Objects.requireNonNull(ready.get(request));
    }

    /** The workers read the same plan by themselves: nothing of a plan but its digest is taken from Kafka. */
    private RunRequest crewed(Planned run, Backend backend) {
        RunRequest request = run.request;
        if (workers == 1) {
            return request;
        }
        List<String> own = new ArrayList<>(plan.arguments(request.plan()));
        run.overrides.forEach(override -> own.addAll(List.of("--set", override)));
        own.addAll(events.arguments(request.team()));
        own.addAll(cluster.arguments(backend.connection()));
        own.addAll(spool.arguments());
        return request.with(new Workers(workers, external, own, cluster.givenSettings()));
    }

    private void requireShareable(List<Plan> plans) {
        if (external && workers == 1) {
            throw CommandException.usage("--external goes with --workers N, N > 1");
        }
        if (workers != 1 && !plan.named()) {
            throw CommandException.usage("--workers needs a PLAN: every worker reads it");
        }
        Workers wanted = new Workers(workers, external, List.of(), Map.of());
        plans.forEach(wanted::requireFit);
    }

    private record Ready(RunRequest request, TargetProbe.Probed probed) {}

    private ExitCode conclude(Backend backend, RunResult result) {
        // First: nothing of the report means what it seems to mean if the target could not be used.
        result.outcome().targetFailure().map(TargetFailure::words).ifPresent(surroundings.terminal()::warn);
        ExitCode code = result.exitCode();
        try {
            new ReportPrinter(surroundings, backend.results(), report).print(result.key());
        } catch (UncheckedIOException | StoreException e) {
            // A full disk takes the report, not the run's own verdict on itself.
            surroundings.terminal().warn("the report could not be written: " + e.getMessage());
            code = code.orWorse(ExitCode.INFRASTRUCTURE);
        }
        RunWarnings.of(result).forEach(surroundings.terminal()::warn);
        return code;
    }

    private RunRequest request(Plan plan, PhasePlan phase) {
        return new RunRequest(
                plan,
                phase,
                target.target(plan),
                events.owner(plan),
                GivenCommand.of(spec),
                events.recordsText(),
                target.calibrates(),
                spool.settings(surroundings.home()));
    }

    private List<Plan> plans() {
        if (plan.named()) {
            return plan.plans();
        }
        if (!target.isNamed()) {
            throw CommandException.usage("nothing to run: give a PLAN, or --target URL for a first look");
        }
        return BuiltInPlans.firstLook(plan.choice());
    }

    private Backend backend(Team owner) {
        return Backend.open(surroundings, cluster.named(), owner, report.store().given(surroundings));
    }

    private static void introduce(Terminal terminal, Ready run, Backend backend) {
        RunRequest request = run.request();
        Plan plan = request.plan();
        terminal.sayf(
                "  target    %s  %s%s",
                run.probed().target().url(),
                run.probed()
                        .version()
                        .map(version -> "version " + version + "  ")
                        .orElse(""),
                run.probed().target().model());
        terminal.sayf(
                "  plan      %s / %s   %d steps   workload %s",
                plan.experiment(),
                request.phase().name(),
                plan.steps().size(),
                plan.workloadHash().substring(0, HASH_DIGITS));
        terminal.sayf("  takes     %s", PlanLength.of(plan).words(plan.steps().size()));
        terminal.sayf("  SLO       %s", plan.objectives().isEmpty() ? "none" : objectives(plan));
        plan.objectives().stream()
                .filter(objective -> !objective.getBurnRules().isEmpty())
                .map(SloWords::budget)
                .distinct()
                .forEach(words -> terminal.sayf("  budget    %s", words));
        terminal.sayf("  publish   kafka %s, team %s", backend.connection().bootstrapServers(), request.team());
    }

    private static String objectives(Plan plan) {
        return plan.objectives().stream().map(ObjectiveState::getName).collect(Collectors.joining("   "));
    }
}
