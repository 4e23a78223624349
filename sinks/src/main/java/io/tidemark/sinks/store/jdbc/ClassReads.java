package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.ClassRow;
import io.tidemark.sinks.store.read.MetricRow;
import io.tidemark.sinks.store.read.RunKey;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Reads what the requests of each class tell, with percentiles at the nearest rank of the exact values. */
final class ClassReads {
    private static final String OF_STEP =
            " FROM requests WHERE team = ? AND run = ? AND step = ? AND part = 'MEASURED'";

    private final Reads reads;

    ClassReads(Reads reads) {
        this.reads = reads;
    }

    List<ClassRow> classes(RunKey run, int step) {
        return reads.list(
                "SELECT request_class, COUNT(*) AS due, COUNT(*) FILTER (WHERE outcome = 'OK') AS ok" + OF_STEP
                        + " GROUP BY request_class ORDER BY request_class",
                fields -> {
                    String name = fields.text("request_class");
                    return new ClassRow(name, fields.whole("due"), fields.whole("ok"), metrics(run, step, name));
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
                fields -> fields.whole("nanos"),
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
