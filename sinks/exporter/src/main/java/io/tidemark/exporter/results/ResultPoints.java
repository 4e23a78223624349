package io.tidemark.exporter.results;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.exporter.histogram.LatencyHistogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Gathers the points of one scrape. Not thread-safe. */
public final class ResultPoints {
    private final Map<ResultMetric, List<DataPointSnapshot>> points = new EnumMap<>(ResultMetric.class);

    /** @param labels values, in the order of {@link ResultMetric#labels()} */
    public void gauge(ResultMetric metric, double value, String... labels) {
        add(metric, new GaugeDataPointSnapshot(value, labels(metric, labels), null));
    }

    /** @param labels values, in the order of {@link ResultMetric#labels()} */
    public void counter(ResultMetric metric, long value, String... labels) {
        add(metric, new CounterDataPointSnapshot((double) value, labels(metric, labels), null, 0));
    }

    void histogram(ResultMetric metric, LatencyHistogram histogram, String... labels) {
        add(metric, histogram.snapshot(labels(metric, labels)));
    }

    /** One point for each constant, 1 for that which is. */
    <E extends Enum<E>> void state(ResultMetric metric, Collection<E> states, E is, String... labels) {
        for (E state : states) {
            gauge(metric, state == is ? 1 : 0, with(labels, word(state)));
        }
    }

    /** What was gathered. */
    public MetricSnapshots snapshots() {
        return new MetricSnapshots(points.entrySet().stream()
                .map(of -> snapshot(of.getKey(), of.getValue()))
                .toList());
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    static String[] with(String[] labels, String... more) {
        String[] all = Arrays.copyOf(labels, labels.length + more.length);
        System.arraycopy(more, 0, all, labels.length, more.length);
        return all;
    }

    private void add(ResultMetric metric, DataPointSnapshot point) {
        points.computeIfAbsent(metric, first -> new ArrayList<>()).add(point);
    }

    private static Labels labels(ResultMetric metric, String... values) {
        return Labels.of(metric.labels().toArray(new String[0]), values);
    }

    private static MetricSnapshot snapshot(ResultMetric metric, List<DataPointSnapshot> points) {
        return switch (metric.kind()) {
            case GAUGE -> new GaugeSnapshot(metric.metadata(), all(GaugeDataPointSnapshot.class, points));
            case COUNTER -> new CounterSnapshot(metric.metadata(), all(CounterDataPointSnapshot.class, points));
            case HISTOGRAM -> new HistogramSnapshot(metric.metadata(), all(HistogramDataPointSnapshot.class, points));
        };
    }

    private static <T> List<T> all(Class<T> type, List<DataPointSnapshot> points) {
        return points.stream().map(type::cast).toList();
    }
}
