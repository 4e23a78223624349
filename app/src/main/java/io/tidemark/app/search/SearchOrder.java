package io.tidemark.app.search;

import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.Plan;
import java.time.Duration;
import java.util.Optional;

/**
 * What to search for.
 *
 * @param plan its workload, objectives, arrivals and the warm-up of its first step are kept, its steps replaced
 * @param bounded whether the range's upper end was given, and so says something
 * @param budget after which the search ends with what it knows; empty: it takes what it takes
 * @param repeats of the confirmation at each of its two loads; 0: none
 */
public record SearchOrder(
        Plan plan,
        PlanMaker maker,
        LoadKind kind,
        SearchRange range,
        boolean bounded,
        ProbeRules rules,
        Optional<Duration> budget,
        int repeats) {
    /** Probes that a search has at most: a bracket over a wide range, and both edges. */
    private static final int MOST_PROBES = 30;

    /** Share of bad requests that an objective allows. */
    public static double allowed(ObjectiveState objective) {
        return objective.getKind() == ObjectiveKind.QUANTILE ? 1 - objective.getQuantile() : objective.getMaxBadRatio();
    }

    /** It does not take longer: its budget and the last run, or its most probes. */
    public Duration longest() {
        Duration one = Duration.ofSeconds((long) rules.mostBlocks() * ProbeRules.BLOCK_SECONDS)
                .plusHours(1);
        return budget.map(given -> given.plus(one.multipliedBy(2L * repeats + 1)))
                .orElseGet(() -> one.multipliedBy(MOST_PROBES));
    }
}
