package io.tidemark.app.report.requests;

import io.tidemark.analysis.RankedValues;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.ClassRow;
import io.tidemark.sinks.store.read.MetricRow;
import io.tidemark.sinks.store.read.ScannedRequest;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Requests of one class, or of one turn. Latencies and lengths are of the ok ones. For one thread. */
final class RequestGroup {
    static final Set<Metric> METRICS = Set.of(Metric.TTFT_DUE, Metric.TTFT, Metric.TPOT, Metric.E2E);

    private final Map<Metric, Values> latencies = new EnumMap<>(Metric.class);
    private final Map<Length, Values> lengths = new EnumMap<>(Length.class);
    private long due;
    private long ok;

    RequestGroup() {
        METRICS.forEach(metric -> latencies.put(metric, new Values()));
        List.of(Length.values()).forEach(length -> lengths.put(length, new Values()));
    }

    void add(ScannedRequest request) {
        due++;
        if (request.outcome() != Outcome.OK) {
            return;
        }
        ok++;
        latencies.forEach((metric, values) -> add(values, request.nanos(metric)));
        lengths.forEach((length, values) -> add(values, length.of(request)));
    }

    private static void add(Values values, OptionalLong value) {
        if (value.isPresent()) {
            values.add(value.getAsLong());
        }
    }

    private static void add(Values values, OptionalInt value) {
        if (value.isPresent()) {
            values.add(value.getAsInt());
        }
    }

    Values latencies(Metric metric) {
        return latencies.getOrDefault(metric, new Values());
    }

    Values lengths(Length length) {
        return lengths.getOrDefault(length, new Values());
    }

    ClassRow ofClass(String name) {
        return new ClassRow(name, due, ok, metrics());
    }

    TurnRow ofTurn(int turn) {
        Map<Length, RankedValues> counted = new EnumMap<>(Length.class);
        lengths.forEach((length, values) -> counted.put(length, values.ranked()));
        return new TurnRow(turn, due, ok, metrics(), counted);
    }

    private Map<Metric, MetricRow> metrics() {
        Map<Metric, MetricRow> rows = new EnumMap<>(Metric.class);
        latencies.forEach((metric, values) -> {
            long[] sorted = values.sorted();
            if (sorted.length > 0) {
                rows.put(metric, row(metric, sorted));
            }
        });
        return rows;
    }

    /** With percentiles at the nearest rank of the exact values, and without a sketch. */
    private static MetricRow row(Metric metric, long[] sorted) {
        return new MetricRow(
                metric,
                sorted.length,
                Arrays.stream(sorted).sum(),
                OptionalLong.of(sorted[0]),
                OptionalLong.of(sorted[sorted.length - 1]),
                at(0.5, sorted),
                at(0.9, sorted),
                at(0.95, sorted),
                at(0.99, sorted),
                new LogHistogram());
    }

    private static OptionalLong at(double q, long[] sorted) {
        return OptionalLong.of(sorted[Math.max(1, (int) Math.ceil(q * sorted.length - 1e-9)) - 1]);
    }
}
