package io.tidemark.app.search;

import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What to search for.
 *
 * @param plan its workload, objectives, arrivals and the warm-up of its first step are kept, its steps replaced
 * @param hasUpperBound whether the range's upper end was given, and so says something
 * @param budget after which the search ends with what it knows
 */
public record SearchRequest(
        Plan plan,
        PlanFactory planFactory,
        LoadKind kind,
        SearchRange range,
        boolean hasUpperBound,
        ProbeRules rules,
        Duration budget) {
    /** The upper end of a range that was not given, over its lower end. */
    public static final double WIDE = 1_000;

    /** What a run takes beyond the budget: drain and final results. */
    private static final Duration BEYOND = Duration.ofHours(1);

    /** Share of bad requests that an objective allows. */
    private static double allowedBadRatio(ObjectiveState objective) {
        return objective.getKind() == ObjectiveKind.QUANTILE ? 1 - objective.getQuantile() : objective.getMaxBadRatio();
    }

    /** Requests per second that one of the load is taken to give before a probe has shown it. */
    private static double perSecondOfLoad(LoadKind kind) {
        return kind == LoadKind.CONCURRENCY ? 1.0 / BudgetForecast.USUAL_ANSWER_SECONDS : 1;
    }

    /** The lowest load of the plan's steps of a kind; empty if none has one. */
    public static OptionalDouble lowestLoad(Plan plan, LoadKind kind) {
        return plan.steps().stream()
                .filter(step -> step.loadKind() == kind)
                .mapToDouble(StepPlan::loadLevel)
                .filter(load -> load > 0)
                .min();
    }

    /**
     * Loads between two ends: whole ones, and no more than the plan lets be in flight, where they are requests in flight.
     *
     * @throws IllegalArgumentException as {@link SearchRange} does
     */
    public static SearchRange range(Plan plan, LoadKind kind, double from, double to, double resolution) {
        boolean whole = kind == LoadKind.CONCURRENCY;
        return new SearchRange(
                whole ? Math.rint(from) : from,
                whole ? Math.min(to, plan.limits().inFlight()) : to,
                resolution,
                whole);
    }

    /** By the plan's objectives. */
    public static ProbeRules rules(Plan plan, LoadKind kind, int maxSeconds) {
        List<Double> allowed =
                plan.objectives().stream().map(SearchRequest::allowedBadRatio).toList();
        return new ProbeRules(allowed, perSecondOfLoad(kind), maxSeconds);
    }

    /** It does not take longer. */
    public Duration maxDuration() {
        return budget.plus(BEYOND);
    }
}
