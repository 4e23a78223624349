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
import java.util.stream.Stream;

/** Requests of one class, or of one turn. Latencies and lengths are of the ok ones. For one thread. */
final class RequestGroup {
    static final Set<Metric> METRICS = Set.of(Metric.TTFT_DUE, Metric.TTFT, Metric.TPOT, Metric.E2E);

    private static final Metric[] BY_PLACE = METRICS.toArray(Metric[]::new);
    private static final Length[] LENGTHS = Length.values();

    /** In the order of {@link #BY_PLACE}; by the million a map's lookup is dearer than the value. */
    private final Values[] latencies = made(BY_PLACE.length);
    /** In the order of {@link #LENGTHS}. */
    private final Values[] lengths = made(LENGTHS.length);

    private long due;
    private long ok;

    private static Values[] made(int count) {
        return Stream.generate(Values::new).limit(count).toArray(Values[]::new);
    }

    void add(ScannedRequest request) {
        due++;
        if (request.outcome() != Outcome.OK) {
            return;
        }
        ok++;
        for (int place = 0; place < BY_PLACE.length; place++) {
            OptionalLong value = request.nanos(BY_PLACE[place]);
            if (value.isPresent()) {
                latencies[place].add(value.getAsLong());
            }
        }
        for (int place = 0; place < LENGTHS.length; place++) {
            OptionalInt value = LENGTHS[place].of(request);
            if (value.isPresent()) {
                lengths[place].add(value.getAsInt());
            }
        }
    }

    /** Of one of {@link #METRICS}. */
    Values latencies(Metric metric) {
        return latencies[List.of(BY_PLACE).indexOf(metric)];
    }

    Values lengths(Length length) {
        return lengths[List.of(LENGTHS).indexOf(length)];
    }

    ClassRow ofClass(String name) {
        return new ClassRow(name, due, ok, metrics());
    }

    TurnRow ofTurn(int turn) {
        Map<Length, RankedValues> counted = new EnumMap<>(Length.class);
        for (Length length : LENGTHS) {
            counted.put(length, lengths(length).ranked());
        }
        return new TurnRow(turn, due, ok, metrics(), counted);
    }

    private Map<Metric, MetricRow> metrics() {
        Map<Metric, MetricRow> rows = new EnumMap<>(Metric.class);
        for (Metric metric : BY_PLACE) {
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
