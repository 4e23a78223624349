package io.tidemark.streams.pane;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sketch per metric. Not thread-safe. */
public final class MetricSketches {
    private final Map<Metric, LogHistogram> sketches = new EnumMap<>(Metric.class);
    /** The one for {@link Metric#ITL}, which is asked for with each chunk. */
    private @Nullable LogHistogram itl;

    public LogHistogram of(Metric metric) {
        LogHistogram known = metric == Metric.ITL ? itl : null;
        return known != null ? known : find(metric);
    }

    private LogHistogram find(Metric metric) {
        LogHistogram found = sketches.computeIfAbsent(metric, unseen -> new LogHistogram());
        itl = metric == Metric.ITL ? found : itl;
        return found;
    }

    public void merge(MetricSketches other) {
        other.sketches.forEach((metric, sketch) -> of(metric).merge(sketch));
    }

    public void subtract(MetricSketches other) {
        other.sketches.forEach((metric, sketch) -> of(metric).subtract(sketch));
    }

    /** Values of all metrics together. */
    public long count() {
        return sketches.values().stream().mapToLong(LogHistogram::count).sum();
    }

    /** About how many bytes they are written in. */
    long aboutBytes() {
        return sketches.values().stream().mapToLong(LogHistogram::aboutBytes).sum();
    }

    public void write(WireWriter out) {
        out.count(sketches.size());
        sketches.forEach((metric, sketch) -> out.text(metric.id()).blob(sketch.encode()));
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
