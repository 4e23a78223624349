package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.table.RequestTable;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.RequestClassRow;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Reads what the requests of each class tell, with percentiles at the nearest rank of the exact values. */
public final class RequestClassQueries {
    private static final String OF_STEP =
            " FROM requests WHERE team = ? AND run = ? AND step = ? AND part = 'MEASURED'";

    private final QueryRunner reads;

    public RequestClassQueries(QueryRunner reads) {
        this.reads = reads;
    }

    public List<RequestClassRow> classes(RunKey run, int step) {
        return reads.list(
                "SELECT request_class, COUNT(*) AS due, COUNT(*) FILTER (WHERE outcome = 'OK') AS ok" + OF_STEP
                        + " GROUP BY request_class ORDER BY request_class",
                fields -> {
                    String name = fields.text("request_class");
                    return new RequestClassRow(
                            name, fields.longInteger("due"), fields.longInteger("ok"), metrics(run, step, name));
                },
                run.team().name(),
                run.run(),
                step);
    }

    private Map<Metric, MetricRow> metrics(RunKey run, int step, String requestClass) {
        Map<Metric, MetricRow> metrics = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            if (metric != Metric.ITL) {
                List<Long> sorted = sorted(RequestTable.column(metric), run, step, requestClass);
                if (!sorted.isEmpty()) {
                    metrics.put(metric, row(metric, sorted));
                }
            }
        }
        return metrics;
    }

    private List<Long> sorted(String column, RunKey run, int step, String requestClass) {
        return reads.list(
                "SELECT " + column + " AS nanos" + OF_STEP + " AND request_class = ? AND outcome = 'OK' AND " + column
                        + " IS NOT NULL ORDER BY nanos",
                fields -> fields.longInteger("nanos"),
                run.team().name(),
                run.run(),
                step,
                requestClass);
    }

    private static MetricRow row(Metric metric, List<Long> sorted) {
        LogHistogram sketch = new LogHistogram();
        sorted.forEach(sketch::add);
        return new MetricRow(
                metric,
                sorted.size(),
                sorted.stream().mapToLong(Long::longValue).sum(),
                OptionalLong.of(sorted.get(0)),
                OptionalLong.of(sorted.get(sorted.size() - 1)),
                at(0.5, sorted),
                at(0.9, sorted),
                at(0.95, sorted),
                at(0.99, sorted),
                sketch);
    }

    private static OptionalLong at(double q, List<Long> sorted) {
        return OptionalLong.of(sorted.get(Math.max(1, (int) Math.ceil(q * sorted.size() - 1e-9)) - 1));
    }
}
