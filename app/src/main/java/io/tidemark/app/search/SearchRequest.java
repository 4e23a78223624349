package io.tidemark.app.search;

import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.Plan;
import java.time.Duration;

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
    /** What a run takes beyond the budget: drain and final results. */
    private static final Duration BEYOND = Duration.ofHours(1);

    /** Share of bad requests that an objective allows. */
    public static double allowedBadRatio(ObjectiveState objective) {
        return objective.getKind() == ObjectiveKind.QUANTILE ? 1 - objective.getQuantile() : objective.getMaxBadRatio();
    }

    /** Requests per second that one of the load is taken to give before a probe has shown it. */
    public static double perSecondOfLoad(LoadKind kind) {
        return kind == LoadKind.CONCURRENCY ? 1.0 / BudgetForecast.USUAL_ANSWER_SECONDS : 1;
    }

    /** It does not take longer. */
    public Duration maxDuration() {
        return budget.plus(BEYOND);
    }
}
