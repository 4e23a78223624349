package io.tidemark.reports.format;

import io.tidemark.reports.chart.Axis;
import io.tidemark.schemas.ValueText;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;

/** The unit of a latency axis: that in which its largest value is written. */
public record LatencyUnit(String symbol, double nanos) {
    public static LatencyUnit forNanos(DoubleStream values) {
        double largest = values.filter(Double::isFinite).max().orElse(0);
        return new LatencyUnit(ValueText.latencyUnitText(largest).strip(), ValueText.latencyUnit(largest));
    }

    /** For values in nanoseconds, logarithmic where they are far apart. */
    public Axis axis(String label, double... values) {
        return Axis.logIfWide(
                label + " (" + symbol + ")",
                DoubleStream.of(values).map(this::of).toArray());
    }

    public double of(double valueNanos) {
        return valueNanos / nanos;
    }

    public double of(OptionalLong valueNanos, double otherwise) {
        return valueNanos.isPresent() ? of((double) valueNanos.getAsLong()) : otherwise;
    }
}
