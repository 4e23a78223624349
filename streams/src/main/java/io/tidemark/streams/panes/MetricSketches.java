package io.tidemark.streams.panes;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** A sketch per metric. Not thread-safe. */
public final class MetricSketches {
    private final Map<Metric, LogHistogram> sketches = new EnumMap<>(Metric.class);

    public LogHistogram of(Metric metric) {
        LogHistogram known = sketches.get(metric);
        if (known != null) {
            return known; // some are asked for with each chunk
        }
        LogHistogram begun = new LogHistogram();
        sketches.put(metric, begun);
        return begun;
    }

    public void merge(MetricSketches other) {
        other.sketches.forEach((metric, sketch) -> of(metric).merge(sketch));
    }

    public void subtract(MetricSketches other) {
        other.sketches.forEach((metric, sketch) -> of(metric).subtract(sketch));
    }

    /** Values of all metrics together. */
    public long count() {
        return sum(LogHistogram::count);
    }

    /** About how many bytes they are written in. */
    long approximateBytes() {
        return sum(LogHistogram::estimatedSizeBytes);
    }

    /** About how many bytes of the heap they take. */
    long heapBytes() {
        return sum(LogHistogram::heapBytes);
    }

    public void write(WireWriter out) {
        out.count(sketches.size());
        sketches.forEach((metric, sketch) -> out.text(metric.id()).blob(sketch.encode()));
    }

    private long sum(ToLongFunction<LogHistogram> figure) {
        return sketches.values().stream().mapToLong(figure).sum();
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
