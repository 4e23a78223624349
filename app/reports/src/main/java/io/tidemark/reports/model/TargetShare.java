package io.tidemark.reports.model;

import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.RequestShares;
import io.tidemark.schemas.Signal;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.TargetRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What one of several targets served of a step.
 *
 * @param result of this target alone; nothing judges it
 * @param share of the requests that were due in the measured part, in [0, 1]
 * @param expectedShare the share of the load that the plan gives it
 * @param isUneven whether the two are far from each other, over requests enough to say so
 */
public record TargetShare(StepResultRow result, double share, double expectedShare, boolean isUneven) {
    /** None of a run with one target. */
    public static List<TargetShare> of(RunRow run, StepRow step) {
        if (run.targets().isEmpty()) {
            return List.of(); // its definition is not stored yet, and with it what was asked
        }
        List<StepResultRow> results = step.results().stream()
                .filter(result -> result.requestClass().equals(RequestClass.ONE_TARGET))
                .toList();
        long due = results.stream().mapToLong(result -> result.counts().due()).sum();
        double weights = run.targets().stream().mapToInt(TargetRow::weight).sum();
        boolean says = run.targets().stream().allMatch(target -> RequestShares.says(due * target.weight() / weights));
        return results.stream()
                .map(result -> of(result, due, weight(run, result.target()) / weights, says))
                .toList();
    }

    private static TargetShare of(StepResultRow result, long due, double expectedShare, boolean says) {
        long served = result.counts().due();
        return new TargetShare(
                result,
                due == 0 ? 0 : (double) served / due,
                expectedShare,
                says && RequestShares.isUneven(served, due * expectedShare));
    }

    private static int weight(RunRow run, String target) {
        return run.targets().stream()
                .filter(row -> row.name().equals(target))
                .mapToInt(TargetRow::weight)
                .findFirst()
                .orElse(0);
    }

    public String target() {
        return result.target();
    }

    public long failed() {
        return result.counts().failed();
    }

    /** Share of the tokens that its prefix cache was asked for and held, as its own counters say; empty where it does not say. */
    public OptionalDouble cacheHitShare() {
        Map<String, Double> means = result.signalMeans();
        Double hits = means.get(Signal.PREFIX_HITS.id());
        Double queries = means.getOrDefault(Signal.PREFIX_QUERIES.id(), means.get(Signal.PROMPT_TOKENS.id()));
        return hits == null || queries == null || queries == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(1, hits / queries));
    }
}
