package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
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
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Drives a sequence of runs: before each of them it sets the server up for the phase. A run that fails does not end the sequence: the next
 * block measures its phase again.
 *
 * @param id of the sequence, a label of its runs
 * @param before sets the server up; empty if nothing is to be done
 */
record PhaseSequenceRunner(CommandContext context, PhaseOrder order, String id, Optional<PhaseSetupCommand> before) {
    private static final PlanDuration NOTHING = new PlanDuration(Duration.ZERO, true);

    /**
     * A run that ended.
     *
     * @param code the worse of its own and of its report's
     */
    record EndedRun(RunResult result, ExitCode code) {}

    /** Says the order of the runs and how long they take, with the starts of servers where the plan starts them. */
    void introduce(RunRequest request) {
        Plan plan = request.plan();
        List<PhasePlan> phases =
                order.runs().stream().map(run -> plan.phase(run.phase())).toList();
        List<Plan> plans = phases.stream().map(plan::forPhase).toList();
        PlanDuration load = plans.stream().map(PlanDuration::of).reduce(NOTHING, PlanDuration::plus);
        Duration starts = starts(request, phases);
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

    private Duration starts(RunRequest request, List<PhasePlan> phases) {
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
    ExitCode run(RunRequest request, PhaseSequenceResult sequence, RunExecution execution) throws InterruptedException {
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
            EndedRun ended = execution.execute(next);
            worst = worst.orWorse(ended.code());
            sequence.addRun(turn, ended.result());
            if (context.resources().isClosed()) {
                return worst;
            }
        }
        sequence.conclude(execution.backend().results());
        return worst;
    }
}
