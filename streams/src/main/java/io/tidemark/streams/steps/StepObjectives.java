package io.tidemark.streams.steps;

import io.tidemark.analysis.designeffect.BlockCounts;
import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.analysis.objective.ObjectiveJudge;
import io.tidemark.analysis.objective.SustainedJudge;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.GoodRequestCriterion;

/**
 * Counts a step's good and bad requests exactly and has them judged, by themselves and by what holds in the long run; a request that is
 * not ok is worse than any limit.
 */
final class StepObjectives {
    private final RequestColumns columns;
    private final StepTotals totals;
    private final BadRequestCounts counts;
    private final DueCells cells;
    private final SustainedJudge sustained;

    StepObjectives(StepAccumulator accumulator) {
        this.columns = accumulator.columns();
        this.totals = accumulator.totals();
        this.counts = accumulator.counts();
        this.cells = accumulator.cells();
        this.sustained = new SustainedJudge(cells);
    }

    ObjectiveResult judge(ObjectiveState objective) {
        if (objective.getKind() == ObjectiveKind.ERROR_RATIO) {
            return ratio(objective, new BadRequestCounts.Count(totals.due(), totals.failed()), cells.failed());
        }
        if (objective.getKind() == ObjectiveKind.GOOD_RATIO) {
            return ratio(objective, counts.of(objective).orElseThrow(), badPerCell(objective));
        }
        Metric metric = Metric.of(objective.getMetric());
        RankedValues values = isExact(metric)
                ? RankedValues.sorted(columns.sortedOk(metric))
                : RankedValues.of(totals.sketch(metric));
        return quantile(objective, values, isExact(metric) ? beyond(objective, values) : sketched(objective, metric));
    }

    private ObjectiveResult ratio(ObjectiveState objective, BadRequestCounts.Count count, BlockCounts badPerCell) {
        ObjectiveResult alone = ObjectiveJudge.ratio(objective, count.bad(), count.requests());
        return ObjectiveJudge.both(
                objective,
                alone,
                sustained.ratio(objective, new SustainedJudge.Counted(count.requests(), count.bad(), badPerCell)));
    }

    private ObjectiveResult quantile(ObjectiveState objective, RankedValues values, long bad) {
        ObjectiveResult alone = Metric.of(objective.getMetric()) == Metric.ITL
                ? ObjectiveJudge.quantile(objective, bad, values, totals.failed(), totals.due())
                : ObjectiveJudge.quantile(objective, bad, values, totals.failed());
        SustainedJudge.Counted counted = new SustainedJudge.Counted(alone.getCount(), bad, badPerCell(objective));
        return ObjectiveJudge.both(objective, alone, sustained.quantile(objective, counted, values, totals.failed()));
    }

    /** ITL has many values per request; of more requests than are kept, the value comes from the sketch, the bad ones from their count. */
    private boolean isExact(Metric metric) {
        return metric != Metric.ITL && columns.rows() == totals.due();
    }

    private long beyond(ObjectiveState objective, RankedValues sorted) {
        long within = 0;
        long most = sorted.count();
        while (within < most) {
            long middle = within + (most - within + 1) / 2;
            if (sorted.nanosAt(middle) <= objective.getLimitNanos()) {
                within = middle;
            } else {
                most = middle - 1;
            }
        }
        return sorted.count() - within + totals.failed();
    }

    private long sketched(ObjectiveState objective, Metric metric) {
        LogHistogram sketch = totals.sketch(metric);
        long beyond = sketch.count() - sketch.countAtMost(objective.getLimitNanos());
        return counts.of(objective)
                .filter(count -> metric != Metric.ITL && count.requests() == totals.due())
                .map(BadRequestCounts.Count::bad)
                .orElse(beyond + totals.failed());
    }

    /** Of ITL each value counts, and each request that is not ok as one. */
    private BlockCounts badPerCell(ObjectiveState objective) {
        boolean many = objective.getKind() == ObjectiveKind.QUANTILE && Metric.of(objective.getMetric()) == Metric.ITL;
        return many
                ? cells.countsBeyond(Metric.ITL, objective.getLimitNanos())
                : cells.bad(GoodRequestCriterion.of(objective).text());
    }
}
