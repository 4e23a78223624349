package io.tidemark.app.docs;

import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.analysis.objective.SustainedJudge;
import io.tidemark.analysis.quantile.OrderStatistics;
import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How often intervals and verdicts of steps are right about one quantile whose long-run value is known. Not thread-safe. */
final class CoverageStudy {
    private final Metric metric;
    private final double quantile;
    private final long truthNanos;
    private final List<Double> designEffects = new ArrayList<>();
    private int steps;
    private int printed;
    private int holds;
    private int aloneHolds;
    private int wrong;

    CoverageStudy(Metric metric, double quantile, long truthNanos) {
        this.metric = metric;
        this.quantile = quantile;
        this.truthNanos = truthNanos;
    }

    /** Judges a step by a limit that is exactly at the truth, so that any verdict but INCONCLUSIVE is half wrong. */
    void add(VirtualStep step) {
        DueCells cells = step.cells(metric, truthNanos);
        var bad = cells.bad(VirtualStep.criterion());
        ObjectiveJudgement judged = new SustainedJudge(cells)
                .quantile(objective(), new SustainedJudge.Counted(cells.due(), bad.bad(), bad), step.ranked(metric), 0);
        QuantileInterval alone = OrderStatistics.interval(step.ranked(metric), 0, quantile, 0.95);
        steps++;
        aloneHolds += alone.low().orElse(0) <= truthNanos
                        && truthNanos <= alone.high().orElse(Long.MAX_VALUE)
                ? 1
                : 0;
        wrong += judged.getVerdict() == Verdict.INCONCLUSIVE ? 0 : 1;
        if (judged.getLow() == null && judged.getHigh() == null) {
            return;
        }
        printed++;
        holds += or(judged.getLow(), 0) <= truthNanos && truthNanos <= or(judged.getHigh(), Double.MAX_VALUE) ? 1 : 0;
        designEffects.add(judged.getDesignEffect());
    }

    int printed() {
        return printed;
    }

    /** Of the steps with an interval, those where it holds the truth. */
    double holds() {
        return (double) holds / printed;
    }

    /** Of all steps, those that pass or fail at a limit that is the truth. */
    double wrong() {
        return (double) wrong / steps;
    }

    String description() {
        String alone = String.format(Locale.ROOT, "n alone %.0f %%", 100.0 * aloneHolds / steps);
        if (printed == 0) {
            return "INCONCLUSIVE (" + alone + ")";
        }
        double[] sorted = designEffects.stream().mapToDouble(it -> it).sorted().toArray();
        String share = printed == steps ? "" : String.format(Locale.ROOT, "printed %.0f %%, ", 100.0 * printed / steps);
        return String.format(
                Locale.ROOT, "%.0f %% (%s%s, D %.1f)", 100 * holds(), share, alone, sorted[sorted.length / 2]);
    }

    private ObjectiveState objective() {
        return ObjectiveState.newBuilder()
                .setName("truth")
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(MetricName.valueOf(metric.name()))
                .setQuantile(quantile)
                .setLimitNanos(truthNanos)
                .build();
    }

    /** The value at the nearest rank. */
    static long quantile(long[] sorted, double q) {
        return sorted[(int) Math.ceil(q * sorted.length) - 1];
    }

    private static double or(@Nullable Double value, double otherwise) {
        return value == null ? otherwise : value;
    }

    @Override
    public String toString() {
        return metric.id() + " p" + Math.round(100 * quantile) + ": " + description() + " "
                + Arrays.asList(steps, printed, wrong);
    }
}
