package io.tidemark.app.cli.measure;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.shared.DocumentOptions;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.run.PhaseSetupCommand;
import io.tidemark.app.run.PlanDuration;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.tune.MeasuredStarts;
import io.tidemark.app.tune.StartEstimates;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.compare.document.ComparisonDocument;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.ValueText;
import io.tidemark.servers.process.ShellWords;
import io.tidemark.sinks.store.read.ResultReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sequence of runs of several phases: before each of them it sets the server up for the phase. A run that fails does not end the sequence: the next
 * block measures its phase again. If it is closed before its end, it says how far it came and which command compares what was measured. Thread-safe: a
 * process that is asked to stop closes it from another thread.
 */
final class PhaseSequence implements AutoCloseable {
    private static final PlanDuration NOTHING = new PlanDuration(Duration.ZERO, true);

    private final CommandContext context;
    private final PhaseOrder order;
    private final ReportOptions report;
    /** A label of its runs. */
    private final String id;

    private final String base;
    /** Sets the server up; empty if nothing is to be done. */
    private final Optional<PhaseSetupCommand> before;
    /** Ids of runs by phase; the base first, the others as they ran. */
    private final Map<String, List<String>> runs = new LinkedHashMap<>();

    private final List<String> failures = new ArrayList<>();
    private int count;
    private boolean concluded;

    PhaseSequence(CommandContext context, PhaseSequenceOptions phases, PhaseOrder order, ReportOptions report) {
        this.context = context;
        this.order = order;
        this.report = report;
        this.id = Ulid.next(context.wallClock(), context.random());
        this.base = phases.base();
        this.before = phases.beforeRun(context, id);
        runs.put(base, new ArrayList<>());
    }

    /** Says the order of the runs and how long they take, with the starts of servers where the plan starts them. */
    static void introduce(CommandContext context, PhaseOrder order, RunRequest request) {
        Plan plan = request.plan();
        List<PhasePlan> phases =
                order.runs().stream().map(run -> plan.phase(run.phase())).toList();
        List<Plan> plans = phases.stream().map(plan::forPhase).toList();
        PlanDuration load = plans.stream().map(PlanDuration::of).reduce(NOTHING, PlanDuration::plus);
        Duration starts = starts(context, request, phases);
        Terminal terminal = context.terminal();
        terminal.printFormatted(
                "  sequence  %d runs in %d blocks: %s",
                phases.size(), order.blocks().size(), order.format());
        terminal.printFormatted(
                "  takes     %s; %s",
                load.plus(new PlanDuration(starts, true))
                        .format(plans.stream()
                                .mapToInt(each -> each.steps().size())
                                .sum()),
                starts.isZero()
                        ? "with what the server takes to start"
                        : "about " + ValueText.estimate(starts) + " of it for the starts of servers");
    }

    private static Duration starts(CommandContext context, RunRequest request, List<PhasePlan> phases) {
        if (phases.stream().allMatch(phase -> phase.server().isEmpty())) {
            return Duration.ZERO;
        }
        StartEstimates estimates = new MeasuredStarts(context)
                .estimates(request.plan(), request.target(), context.wallClock().instant());
        return phases.stream()
                .filter(phase -> phase.server().isPresent())
                .map(phase -> estimates.startUp(phase.name()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Runs all turns, then concludes the sequence; asked to stop, it returns after the run that was stopped. The worst code of all. */
    ExitCode run(RunRequest request, RunExecution execution) throws InterruptedException {
        ExitCode worst = ExitCode.OK;
        String previous = "";
        for (PhaseOrder.ScheduledRun turn : order.runs()) {
            RunRequest next = request.withPlan(request.plan().withLabels(turn.labels(id)), turn.phase());
            context.terminal().printLine("\n  " + turn.format(order));
            if (before.isPresent()) {
                before.get()
                        .execute(new PhaseSetupCommand.SetupContext(
                                turn,
                                next.phase(),
                                previous,
                                next.target().url().toString()));
            }
            previous = turn.phase();
            RunExecution.EndedRun ended = execution.execute(next);
            worst = worst.orWorse(ended.code());
            addRun(turn, ended.result());
            if (context.resources().isClosed()) {
                return worst;
            }
        }
        conclude(execution.backend().results());
        return worst;
    }

    /** Notes a run that ended, whatever it came to. */
    private synchronized void addRun(PhaseOrder.ScheduledRun turn, RunResult result) {
        count++;
        runs.computeIfAbsent(turn.phase(), phase -> new ArrayList<>())
                .add(result.key().run());
        ExitCode code = ExitCodeMapper.exitCode(result);
        if (code == ExitCode.RUN_INVALID || code == ExitCode.INFRASTRUCTURE) {
            failures.add("run %d, phase %s, block %d: %s (%s); tidemark report %s"
                    .formatted(
                            turn.number(),
                            turn.phase(),
                            turn.block(),
                            result.outcome().status(),
                            code.meaning(),
                            result.key().run()));
        }
    }

    /** Says what failed, compares the phases with the base, and names the commands that do so again. */
    private synchronized void conclude(ResultReader results) {
        concluded = true;
        context.terminal()
                .printFormatted("%n  %d of %d runs ended", count, order.runs().size());
        failures.forEach(description -> context.terminal().warn("failed: " + description));
        candidates().forEach(candidate -> compare(results, candidate));
        printCommands();
    }

    @Override
    public synchronized void close() {
        if (concluded) {
            return;
        }
        concluded = true;
        context.terminal()
                .warn("the sequence stopped after %d of %d runs"
                        .formatted(count, order.runs().size()));
        failures.forEach(description -> context.terminal().warn("failed: " + description));
        printCommands();
    }

    private void compare(ResultReader results, String candidate) {
        try {
            Comparison comparison = results.inSnapshot(snapshot -> comparison(snapshot, candidate));
            context.terminal().printLine("");
            Document document = ComparisonDocument.of(comparison, ComparisonDocument.Detail.SIGNIFICANT);
            if (report.verbose()) {
                DocumentOptions.print(context, document);
            } else {
                DocumentOptions.printSummary(context, document, ReportPrinter.MAX_LINES);
            }
        } catch (OperationException e) {
            context.terminal().warn(candidate + " is not compared with " + base + ": " + e.getMessage());
        }
    }

    private Comparison comparison(ResultReader snapshot, String candidate) {
        SideSelector choice = new SideSelector(snapshot, SideSelector.SideFilter.NONE);
        List<ComparedSide> sides = List.of(side(choice, base), side(choice, candidate));
        ComparisonPolicy policy = ComparisonPolicy.DEFAULT;
        return Comparison.of(
                sides,
                policy,
                Comparison.MismatchPolicy.REFUSED,
                choice.runVariance(sides, policy),
                context.wallClock().instant());
    }

    private ComparedSide side(SideSelector choice, String phase) {
        ComparedSide side = choice.side(ids(phase));
        return new ComparedSide(phase, side.runs(), side.excluded(), side.invalid());
    }

    private void printCommands() {
        candidates().forEach(candidate -> {
            List<String> command = new ArrayList<>(List.of("tidemark", "compare", ids(base), ids(candidate)));
            command.addAll(report.store().arguments());
            context.terminal().printFormatted("  compare %s with %s:  %s", candidate, base, ShellWords.join(command));
        });
    }

    /** Phases that can be compared with the base. */
    private List<String> candidates() {
        return ids(base).isEmpty()
                ? List.of()
                : runs.keySet().stream().filter(phase -> !phase.equals(base)).toList();
    }

    private String ids(String phase) {
        return String.join(",", runs.getOrDefault(phase, List.of()));
    }
}
