package io.tidemark.reports.format;

import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Note;
import io.tidemark.reports.document.Tone;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.MetricRow;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Figures of results as a person reads them, the same in every form of the report; their numbers and units are those of {@link ValueText}. */
public final class ValueFormat {
    /** In place of a figure of which nothing can be said. */
    public static final Cell NOT_KNOWN = new Cell("not known", Tone.MUTED);

    private static final Note UNBOUNDED =
            new Note("unbounded", "too few independent requests, or too many errors, to bound the value from above");
    private static final int MIN_DIGITS = 3;
    private static final int MAX_DIGITS = 6;
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private ValueFormat() {}

    /** 849 ms (700-1,300): in the unit of the value. */
    public static String interval(QuantileInterval interval) {
        if (interval.count() == 0) {
            return "no requests";
        }
        if (interval.value().isEmpty()) {
            return "not reached: too many errors";
        }
        double value = interval.value().getAsLong();
        if (interval.low().isEmpty() && interval.high().isEmpty()) {
            return ValueText.latency(value) + " (no interval)";
        }
        double unit = ValueText.latencyUnit(value);
        return within(
                value / unit,
                ValueText.latencyUnitText(value),
                interval.low().isPresent() ? interval.low().getAsLong() / unit : 0,
                interval.high().isPresent() ? interval.high().getAsLong() / unit : Double.POSITIVE_INFINITY);
    }

    /** With as many digits as distinguish the interval's ends; where the most do not, the value alone. */
    private static String within(double value, String unit, double low, double high) {
        for (int precision = MIN_DIGITS; precision <= MAX_DIGITS; precision++) {
            String from = ValueText.digits(low, precision);
            String to = ValueText.digits(high, precision);
            if (!from.equals(to)) {
                return ValueText.digits(value, precision) + unit + " (" + from + "-" + to + ")";
            }
        }
        return ValueText.digits(value) + unit;
    }

    /** The same as a cell: grey where n does not bound the quantile from above. */
    public static Cell cell(QuantileInterval interval) {
        boolean supported = interval.value().isPresent() && interval.high().isPresent();
        Cell cell = new Cell(interval(interval), supported || interval.count() == 0 ? Tone.PLAIN : Tone.MUTED);
        return hasInterval(interval) && interval.high().isEmpty() ? cell.noted(UNBOUNDED) : cell;
    }

    /** Whether an interval is printed beside its value. */
    public static boolean hasInterval(QuantileInterval interval) {
        return interval.value().isPresent()
                && (interval.low().isPresent() || interval.high().isPresent());
    }

    /**
     * p50 / p95 / p99 of a metric; empty where there are none.
     *
     * @param flags of the step or segment, which may leave the metric unknown
     */
    public static Cell percentiles(Map<Metric, MetricRow> metrics, Metric metric, Collection<String> flags) {
        MetricRow row = metrics.get(metric);
        String shown = row == null
                ? ""
                : latencies(Stream.of(row.p50Nanos(), row.p95Nanos(), row.p99Nanos())
                        .flatMapToLong(OptionalLong::stream));
        return shown.isEmpty() || !FigureDoubt.unfitMetrics(flags).contains(metric) ? Cell.of(shown) : NOT_KNOWN;
    }

    /** 392 / 752 / 784 ms; empty when there are none. */
    public static String latencies(LongStream nanos) {
        double[] all = nanos.asDoubleStream().toArray();
        return all.length == 0 ? "" : ValueText.latencies(" / ", all);
    }

    /** 1.35 (1.2-1.6). */
    public static Cell ratio(double ratio, OptionalDouble low, OptionalDouble high) {
        Cell cell = Cell.of(within(ratio, "", low.orElse(0), high.orElse(Double.POSITIVE_INFINITY)));
        return high.isEmpty() ? cell.noted(UNBOUNDED) : cell;
    }

    /** Empty where the value is not known. */
    public static String known(OptionalDouble value, DoubleFunction<String> format) {
        return value.isPresent() ? format.apply(value.getAsDouble()) : "";
    }

    /** Empty where the value is not known. */
    public static String known(OptionalLong value, LongFunction<String> format) {
        return value.isPresent() ? format.apply(value.getAsLong()) : "";
    }

    /** The quantile at the nearest rank: 3,512; empty where there are none. */
    public static String tokens(double quantile, RankedValues tokens) {
        return tokens.count() == 0 ? "" : ValueText.count(tokens.quantileNanos(quantile));
    }

    /** A number of requests that were not ok, which needs a look unless it is 0. */
    public static Cell errors(long failed) {
        return new Cell(ValueText.count(failed), failed > 0 ? Tone.DOUBT : Tone.PLAIN);
    }

    public static String stamp(Instant at) {
        return STAMP.format(at);
    }
}
