package io.tidemark.streams.step;

import io.tidemark.analysis.ObjectiveJudge;
import io.tidemark.analysis.RankedValues;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/** Counts a step's good and bad requests exactly and has them judged; a request that is not ok is worse than any limit. */
final class StepObjectives {
    private final FactColumns columns;
    private final StepTotals totals;

    StepObjectives(StepBook book) {
        this.columns = book.columns();
        this.totals = book.totals();
    }

    ObjectiveResult judge(ObjectiveState objective) {
        if (objective.getKind() == ObjectiveKind.ERROR_RATIO) {
            return ObjectiveJudge.ratio(objective, totals.notOk(), totals.due());
        }
        if (objective.getKind() == ObjectiveKind.GOOD_RATIO) {
            long bad = IntStream.range(0, columns.rows())
                    .filter(row -> !isGood(objective.getGoodLimitsNanos(), row))
                    .count();
            return ObjectiveJudge.ratio(objective, bad, columns.rows());
        }
        Metric metric = Metric.of(objective.getMetric());
        return isExact(metric) ? exactQuantile(objective, metric) : sketchedQuantile(objective, metric);
    }

    /** ITL has many values per request; more requests than are kept exactly leave the sketch. */
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
        return ObjectiveJudge.quantile(objective, beyond + totals.notOk(), RankedValues.of(sketch), totals.notOk());
    }

    private boolean isGood(Map<String, Long> limitsNanos, int row) {
        return columns.ok(row)
                && limitsNanos.entrySet().stream().allMatch(limit -> {
                    Metric metric = Metric.of(MetricName.valueOf(limit.getKey()));
                    return columns.nanos(metric, row) <= limit.getValue();
                });
    }
}
