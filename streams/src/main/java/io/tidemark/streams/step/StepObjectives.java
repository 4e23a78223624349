package io.tidemark.streams.step;

import io.tidemark.analysis.ObjectiveJudge;
import io.tidemark.analysis.RankedValues;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Arrays;

/** Counts a step's good and bad requests exactly and has them judged; a request that is not ok is worse than any limit. */
final class StepObjectives {
    private final FactColumns columns;
    private final StepTotals totals;
    private final GoodCounts counts;

    StepObjectives(StepBook book) {
        this.columns = book.columns();
        this.totals = book.totals();
        this.counts = book.counts();
    }

    ObjectiveResult judge(ObjectiveState objective) {
        if (objective.getKind() == ObjectiveKind.ERROR_RATIO) {
            return ObjectiveJudge.ratio(objective, totals.notOk(), totals.due());
        }
        if (objective.getKind() == ObjectiveKind.GOOD_RATIO) {
            GoodCounts.Count count = counts.of(objective).orElseThrow();
            return ObjectiveJudge.ratio(objective, count.bad(), count.requests());
        }
        Metric metric = Metric.of(objective.getMetric());
        return isExact(metric) ? exactQuantile(objective, metric) : sketchedQuantile(objective, metric);
    }

    /** ITL has many values per request; of more requests than are kept, the value comes from the sketch, the bad ones from their count. */
    private boolean isExact(Metric metric) {
        return metric != Metric.ITL && columns.rows() == totals.due();
    }

    private ObjectiveResult exactQuantile(ObjectiveState objective, Metric metric) {
        long[] sorted = columns.sortedOk(metric);
        long beyond = Arrays.stream(sorted)
                .filter(nanos -> nanos > objective.getLimitNanos())
                .count();
        return ObjectiveJudge.quantile(objective, beyond + totals.notOk(), RankedValues.sorted(sorted), totals.notOk());
    }

    private ObjectiveResult sketchedQuantile(ObjectiveState objective, Metric metric) {
        LogHistogram sketch = totals.sketch(metric);
        long beyond = sketch.count() - sketch.countAtMost(objective.getLimitNanos());
        long bad = counts.of(objective)
                .filter(count -> metric != Metric.ITL && count.requests() == totals.due())
                .map(GoodCounts.Count::bad)
                .orElse(beyond + totals.notOk());
        return ObjectiveJudge.quantile(objective, bad, RankedValues.of(sketch), totals.notOk());
    }
}
