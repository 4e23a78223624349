package io.tidemark.reports.requests;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.RequestClassRow;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Requests of one class, or of one turn. Latencies and lengths are of the ok ones. For one thread. */
final class RequestGroup {
    /** In the order of {@link CurrentRequest#METRICS}. */
    private final LongSamples[] latencies = made(CurrentRequest.METRICS.size());
    /** In the order of {@link CurrentRequest#LENGTHS}. */
    private final LongSamples[] lengths = made(CurrentRequest.LENGTHS.size());

    private long due;
    private long ok;

    private static LongSamples[] made(int count) {
        return Stream.generate(LongSamples::new).limit(count).toArray(LongSamples[]::new);
    }

    void add(CurrentRequest request) {
        due++;
        if (request.isOk()) {
            ok++;
            request.addLatenciesTo(latencies);
            request.addLengthsTo(lengths);
        }
    }

    /** Of one of {@link CurrentRequest#METRICS}. */
    LongSamples latencies(Metric metric) {
        return latencies[CurrentRequest.METRICS.indexOf(metric)];
    }

    LongSamples lengths(TokenLength length) {
        return lengths[CurrentRequest.LENGTHS.indexOf(length)];
    }

    RequestClassRow ofClass(String name) {
        return new RequestClassRow(name, due, ok, metrics());
    }

    TurnRow ofTurn(int turn) {
        Map<TokenLength, RankedValues> counted = new EnumMap<>(TokenLength.class);
        for (TokenLength length : CurrentRequest.LENGTHS) {
            counted.put(length, lengths(length).rankedValues());
        }
        return new TurnRow(turn, due, ok, metrics(), counted);
    }

    private Map<Metric, MetricRow> metrics() {
        Map<Metric, MetricRow> rows = new EnumMap<>(Metric.class);
        for (Metric metric : CurrentRequest.METRICS) {
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
        return OptionalLong.of(RankedValues.sorted(sorted).quantileNanos(q));
    }
}
