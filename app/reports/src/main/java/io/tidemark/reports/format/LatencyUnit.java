package io.tidemark.reports.format;

import io.tidemark.reports.chart.Axis;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;

/** The unit of a latency axis: milliseconds, or seconds where values reach ten of them. */
public enum LatencyUnit {
    MILLISECONDS("ms", 1e6),
    SECONDS("s", 1e9);

    private static final double SECONDS_FROM_NANOS = 1e10;

    private final String symbol;
    private final double nanos;

    LatencyUnit(String symbol, double nanos) {
        this.symbol = symbol;
        this.nanos = nanos;
    }

    public static LatencyUnit forNanos(DoubleStream values) {
        return values.filter(Double::isFinite).max().orElse(0) >= SECONDS_FROM_NANOS ? SECONDS : MILLISECONDS;
    }

    public String symbol() {
        return symbol;
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
