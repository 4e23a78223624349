package io.tidemark.app.tune;

import io.tidemark.app.run.PlanDuration;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.SweepPlan;
import io.tidemark.producer.plan.tune.TuneGoal;
import io.tidemark.producer.plan.tune.TunePlan;
import io.tidemark.reports.compare.SweepSchedule;
import io.tidemark.reports.failure.InvalidInputException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What is tuned and how long it may take: the plan with what the command line says otherwise.
 *
 * @param budget of all starts together; empty for the plan's
 * @param repeat runs of each combination of a sweep; empty for the plan's
 */
record TuneDesign(Plan plan, Optional<Duration> budget, OptionalInt repeat) {
    /** What a virtual tune may take beyond what is expected: drains, and starts that take longer. */
    private static final Duration BEYOND = Duration.ofHours(1);

    /** @throws InvalidInputException naming what of the plan cannot be tuned, whatever this machine has */
    void check() {
        List<PhasePlan> without =
                plan.phases().stream().filter(phase -> phase.server().isEmpty()).toList();
        if (!without.isEmpty()) {
            throw new InvalidInputException("phase " + without.get(0).name()
                    + " has no server: the plan needs a section `server`, which says how servers are started");
        }
        if (plan.tune().isPresent() && plan.objectives().isEmpty()) {
            throw new InvalidInputException(
                    "slo.objectives must have at least one objective: tune searches for the load that keeps it");
        }
        refuseLoadsOfPhases();
    }

    /** A search makes the loads; a phase of bench_params has its own, with a workload that may differ from the plan's. */
    private void refuseLoadsOfPhases() {
        if (plan.tune().filter(tune -> tune.goal() != TuneGoal.GOODPUT).isEmpty()) {
            return;
        }
        plan.phases().stream()
                .filter(phase -> phase.load().isPresent())
                .findFirst()
                .ifPresent(phase -> {
                    throw new InvalidInputException(
                            "phase " + phase.name() + " has a load of its own ("
                                    + phase.load().orElseThrow().parameters()
                                    + "), which a search would replace: leave bench_params or the section tune away, or maximize goodput");
                });
    }

    /** As the plan says, with the budget of the command line. */
    TunePlan asked() {
        TunePlan tune = plan.tune().orElseThrow();
        TunePlan asked = budget.map(tune::withBudget).orElse(tune);
        return tune.goal() == TuneGoal.GOODPUT ? asked.withStepsOf(longestLoad()) : asked;
    }

    /** Of the phases' loads, which may differ. */
    private Duration longestLoad() {
        List<PlanDuration> loads = plan.phases().stream()
                .map(phase -> PlanDuration.of(plan.forPhase(phase)))
                .toList();
        if (!loads.stream().allMatch(PlanDuration::complete)) {
            throw new InvalidInputException(
                    "steps must have a duration, or a rate, with tune.maximize: goodput: a search plans its budget by"
                            + " how long they take");
        }
        return loads.stream()
                .map(PlanDuration::estimate)
                .max(Duration::compareTo)
                .orElseThrow();
    }

    /** Of a sweep. @throws InvalidInputException if the budget has no room for it */
    SweepSchedule schedule(StartEstimates estimates) {
        SweepSchedule.Design design = new SweepSchedule.Design(
                plan.phases().stream().map(PhasePlan::name).toList(),
                defaultPhases(),
                repeat.orElse(plan.sweep().map(SweepPlan::repeat).orElse(SweepPlan.DEFAULT_REPEAT)),
                plan.sweep().map(SweepPlan::orderSeed).orElse(plan.seed()));
        try {
            return budget.map(limit -> SweepSchedule.within(limit, design, estimates))
                    .orElseGet(() -> SweepSchedule.of(design, estimates));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("--budget: " + e.getMessage());
        }
    }

    /** Phases that the others are compared with: those that leave all swept flags out, and the plan's baseline. */
    Set<String> defaultPhases() {
        Set<String> phases =
                new LinkedHashSet<>(plan.sweep().map(SweepPlan::defaults).orElse(List.of()));
        if (!plan.baseline().isEmpty()) {
            phases.add(plan.baseline());
        }
        return phases;
    }

    /** What a tune takes at the very most: events of the future are refused. */
    Duration longest() {
        return plan.tune().isPresent()
                ? asked().budget().multipliedBy(2).plus(BEYOND)
                : schedule(StartEstimates.of(plan))
                        .total()
                        .multipliedBy(2)
                        .plus(BEYOND.multipliedBy(plan.phases().size()));
    }
}
