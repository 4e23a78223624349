package io.tidemark.app.report;

import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.SloRow;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A metric as the report shows it: at the quantile that the SLO is on, with its limit; else p95.
 *
 * @param limitNanos empty when no objective is on the metric
 */
record ShownMetric(Metric metric, double quantile, OptionalLong limitNanos) {
    private static final double DEFAULT_QUANTILE = 0.95;

    static ShownMetric of(ReportModel model, Metric metric) {
        Optional<SloRow> objective = model.runs().stream()
                .flatMap(run -> run.objective(metric).stream())
                .findFirst();
        return new ShownMetric(
                metric,
                objective.map(SloRow::quantile).orElse(DEFAULT_QUANTILE),
                objective.map(row -> OptionalLong.of(row.limitNanos())).orElse(OptionalLong.empty()));
    }

    /** Those of the tables: what the SLO is on, else TTFT from due and TPOT, or E2E where answers are not streamed. */
    static List<ShownMetric> all(ReportModel model) {
        List<ShownMetric> limited = Arrays.stream(Metric.values())
                .map(metric -> of(model, metric))
                .filter(shown -> shown.limitNanos().isPresent())
                .toList();
        return limited.isEmpty() ? unlimited(model) : limited;
    }

    private static List<ShownMetric> unlimited(ReportModel model) {
        Metric first = model.firstTokenMetric();
        return first == Metric.E2E
                ? List.of(of(model, Metric.E2E))
                : List.of(of(model, Metric.TTFT_DUE), of(model, Metric.TPOT));
    }

    /** "ttft_due p95". */
    String name() {
        return metric.id() + " " + Figures.quantile(quantile);
    }
}
