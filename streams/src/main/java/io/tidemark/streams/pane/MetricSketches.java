package io.tidemark.streams.pane;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A sketch per metric. Not thread-safe. */
public final class MetricSketches {
    private static final Metric[] METRICS = Metric.values();

    /** By the metric's ordinal: some are asked for with each chunk. */
    private final @Nullable LogHistogram[] sketches = new LogHistogram[METRICS.length];

    public LogHistogram of(Metric metric) {
        LogHistogram known = sketches[metric.ordinal()];
        if (known != null) {
            return known;
        }
        LogHistogram begun = new LogHistogram();
        sketches[metric.ordinal()] = begun;
        return begun;
    }

    public void merge(MetricSketches other) {
        other.forEach((metric, sketch) -> of(metric).merge(sketch));
    }

    public void subtract(MetricSketches other) {
        other.forEach((metric, sketch) -> of(metric).subtract(sketch));
    }

    /** Values of all metrics together. */
    public long count() {
        return sum(LogHistogram::count);
    }

    /** About how many bytes they are written in. */
    long aboutBytes() {
        return sum(LogHistogram::aboutBytes);
    }

    public void write(WireWriter out) {
        out.count(sum(sketch -> 1));
        forEach((metric, sketch) -> out.text(metric.id()).blob(sketch.encode()));
    }

    private long sum(ToLongFunction<LogHistogram> figure) {
        long sum = 0;
        for (LogHistogram sketch : sketches) {
            sum += sketch == null ? 0 : figure.applyAsLong(sketch);
        }
        return sum;
    }

    private void forEach(BiConsumer<Metric, LogHistogram> visitor) {
        for (Metric metric : METRICS) {
            LogHistogram sketch = sketches[metric.ordinal()];
            if (sketch != null) {
                visitor.accept(metric, sketch);
            }
        }
    }

    public static MetricSketches read(WireReader in) {
        MetricSketches sketches = new MetricSketches();
        for (int left = in.size(); left > 0; left--) {
            Metric metric = Metric.parse(in.text());
            sketches.of(metric).merge(LogHistogram.decode(in.blob()));
        }
        return sketches;
    }
}
