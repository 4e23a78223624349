package io.tidemark.app.report.requests;

import io.tidemark.analysis.RankedValues;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.ClassRow;
import io.tidemark.sinks.store.read.MetricRow;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Requests of one class, or of one turn. Latencies and lengths are of the ok ones. For one thread. */
final class RequestGroup {
    /** In the order of {@link Sample#METRICS}. */
    private final Values[] latencies = made(Sample.METRICS.size());
    /** In the order of {@link Sample#LENGTHS}. */
    private final Values[] lengths = made(Sample.LENGTHS.size());

    private long due;
    private long ok;

    private static Values[] made(int count) {
        return Stream.generate(Values::new).limit(count).toArray(Values[]::new);
    }

    void add(Sample request) {
        due++;
        if (request.isOk()) {
            ok++;
            request.addLatenciesTo(latencies);
            request.addLengthsTo(lengths);
        }
    }

    /** Of one of {@link Sample#METRICS}. */
    Values latencies(Metric metric) {
        return latencies[Sample.METRICS.indexOf(metric)];
    }

    Values lengths(Length length) {
        return lengths[Sample.LENGTHS.indexOf(length)];
    }

    ClassRow ofClass(String name) {
        return new ClassRow(name, due, ok, metrics());
    }

    TurnRow ofTurn(int turn) {
        Map<Length, RankedValues> counted = new EnumMap<>(Length.class);
        for (Length length : Sample.LENGTHS) {
            counted.put(length, lengths(length).ranked());
        }
        return new TurnRow(turn, due, ok, metrics(), counted);
    }

    private Map<Metric, MetricRow> metrics() {
        Map<Metric, MetricRow> rows = new EnumMap<>(Metric.class);
        for (Metric metric : Sample.METRICS) {
            long[] sorted = latencies(metric).sorted();
            if (sorted.length > 0) {
                rows.put(metric, row(metric, sorted));
            }
        }
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
