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
import io.tidemark.schemas.Sha256;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Gathers the points of one scrape. Not thread-safe. */
public final class ResultPoints {
    /** Most characters of the labels that a team adds to a page; each bucket of a histogram has them. */
    static final int MOST_CHARACTERS = 8 << 20;

    /** Most characters of a label's value. */
    static final int MOST_OF_LABEL = 200;

    private static final int KEPT_OF_LABEL = 180;
    private static final int HASH_CHARACTERS = 8;
    /** Of a histogram beside its buckets: sum and count. */
    private static final int SUMS = 2;

    /** By labels: two points with the same ones would be none of any team. */
    private final Map<ResultMetric, Map<Labels, DataPointSnapshot>> points = new EnumMap<>(ResultMetric.class);

    private long characters;
    private long leftOut;

    /** What is added from now on is another team's, which has as much room as any. */
    void beginTeam() {
        characters = 0;
        leftOut = 0;
    }

    /** Points that the team had no room for. */
    long leftOut() {
        return leftOut;
    }

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

    /** Adds the points of others, as far as the team has room. */
    void addAll(ResultPoints others) {
        others.points.forEach((metric, ofMetric) -> ofMetric.values().forEach(point -> add(metric, point)));
        leftOut += others.leftOut;
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
                .map(of -> snapshot(of.getKey(), of.getValue().values()))
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

    /** A value of a label: a long one ends with its hash, which keeps it apart from others. */
    static String label(String value) {
        return value.length() <= MOST_OF_LABEL
                ? value
                : value.substring(0, KEPT_OF_LABEL) + "..." + Sha256.hex(value).substring(0, HASH_CHARACTERS);
    }

    private void add(ResultMetric metric, DataPointSnapshot point) {
        Labels labels = point.getLabels();
        int lines = point instanceof HistogramDataPointSnapshot histogram
                ? histogram.getClassicBuckets().size() + SUMS
                : 1;
        long size = (long) lines
                * labels.stream().mapToInt(label -> label.getValue().length()).sum();
        if (characters + size > MOST_CHARACTERS) {
            leftOut++;
            return;
        }
        characters += size;
        points.computeIfAbsent(metric, first -> new LinkedHashMap<>()).put(labels, point);
    }

    private static Labels labels(ResultMetric metric, String... values) {
        return Labels.of(
                metric.labels().toArray(new String[0]),
                Arrays.stream(values).map(ResultPoints::label).toArray(String[]::new));
    }

    private static MetricSnapshot snapshot(ResultMetric metric, Collection<DataPointSnapshot> points) {
        return switch (metric.kind()) {
            case GAUGE -> new GaugeSnapshot(metric.metadata(), all(GaugeDataPointSnapshot.class, points));
            case COUNTER -> new CounterSnapshot(metric.metadata(), all(CounterDataPointSnapshot.class, points));
            case HISTOGRAM -> new HistogramSnapshot(metric.metadata(), all(HistogramDataPointSnapshot.class, points));
        };
    }

    private static <T> List<T> all(Class<T> type, Collection<DataPointSnapshot> points) {
        return points.stream().map(type::cast).toList();
    }
}
