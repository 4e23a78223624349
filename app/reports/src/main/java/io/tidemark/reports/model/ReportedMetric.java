package io.tidemark.reports.model;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A metric as the report shows it: at the quantile that the SLO is on, with its limit. Without an SLO it is at the tail quantile that most steps
 * have, preferably p95, or at the median where the steps have no tail quantile.
 *
 * @param limitNanos empty when no objective is on the metric
 */
public record ReportedMetric(Metric metric, double quantile, OptionalLong limitNanos) {
    /** In order of preference where equally many steps have them. */
    private static final List<Double> TAIL = List.of(0.95, 0.99, 0.9);

    private static final double MEDIAN = 0.5;

    public static ReportedMetric of(ReportModel model, Metric metric) {
        Optional<SloRow> objective = model.runs().stream()
                .flatMap(run -> run.objective(metric).stream())
                .findFirst();
        return new ReportedMetric(
                metric,
                objective.map(SloRow::quantile).orElseGet(() -> reportedQuantile(model, metric)),
                objective.map(row -> OptionalLong.of(row.limitNanos())).orElse(OptionalLong.empty()));
    }

    private static double reportedQuantile(ReportModel model, Metric metric) {
        boolean medianOnly = steps(model, metric, MEDIAN) > 0
                && TAIL.stream().noneMatch(quantile -> steps(model, metric, quantile) > 0);
        return medianOnly
                ? MEDIAN
                : TAIL.stream()
                        .max(Comparator.comparingLong((Double quantile) -> steps(model, metric, quantile))
                                .thenComparing(Comparator.<Double>comparingInt(TAIL::indexOf)
                                        .reversed()))
                        .orElseThrow();
    }

    private static long steps(ReportModel model, Metric metric, double quantile) {
        return model.runs().stream()
                .flatMap(run -> run.steps().stream())
                .filter(step -> step.hasQuantile(metric, quantile))
                .count();
    }

    /** Those of the tables: what the SLO is on, else TTFT from due and TPOT, or E2E where answers are not streamed. */
    public static List<ReportedMetric> all(ReportModel model) {
        List<ReportedMetric> limited = Arrays.stream(Metric.values())
                .map(metric -> of(model, metric))
                .filter(shown -> shown.limitNanos().isPresent())
                .toList();
        return limited.isEmpty() ? unlimited(model) : limited;
    }

    private static List<ReportedMetric> unlimited(ReportModel model) {
        Metric first = model.firstTokenMetric();
        return first == Metric.E2E ? List.of(of(model, Metric.E2E)) : List.of(of(model, first), of(model, Metric.TPOT));
    }

    /** "ttft_due p95". */
    public String name() {
        return metric.id() + " " + ValueText.quantile(quantile);
    }
}
