package io.tidemark.reports.format;

import io.tidemark.analysis.capacity.LoadText;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Numbers as a person reads them: three significant digits, with their unit, the same in every form of the report. */
public final class ValueFormat {
    private static final MathContext DIGITS = new MathContext(3);
    private static final int MAX_DIGITS = 6;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double SECONDS_FROM_MILLIS = 10_000;
    private static final String ALL_AT_ONCE = "all at once";
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private ValueFormat() {}

    /** 0.432, 44.1, 849, 1,230: never an exponent. */
    public static String digits(double value) {
        return LoadText.digits(value, DIGITS);
    }

    /** A load, which is what was asked for and no measurement: 1,024 and 12.75 stay what they are. */
    public static String bareLoad(double load) {
        return LoadText.number(load);
    }

    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** 849 ms; from ten seconds on in seconds. */
    public static String latency(double nanos) {
        double millis = nanos / NANOS_PER_MILLI;
        return inSeconds(millis) ? digits(millis / MILLIS_PER_SECOND) + " s" : digits(millis) + " ms";
    }

    /** 849 ms (700-1,300). */
    public static String latency(QuantileInterval interval) {
        if (interval.count() == 0) {
            return "no requests";
        }
        if (interval.value().isEmpty()) {
            return "not reached: too many not ok";
        }
        double millis = millis(interval.value());
        if (interval.low().isEmpty() && interval.high().isEmpty()) {
            return latency((double) interval.value().getAsLong()) + " (no interval)";
        }
        double unit = inSeconds(millis) ? MILLIS_PER_SECOND : 1;
        return within(
                millis / unit,
                unit == 1 ? " ms" : " s",
                interval.low().isPresent() ? millis(interval.low()) / unit : 0,
                interval.high().isPresent() ? millis(interval.high()) / unit : Double.POSITIVE_INFINITY);
    }

    /** With as many digits as tell the interval's ends apart; where the most do not, the value alone. */
    private static String within(double value, String unit, double low, double high) {
        for (int precision = DIGITS.getPrecision(); precision <= MAX_DIGITS; precision++) {
            MathContext digits = new MathContext(precision);
            String from = LoadText.digits(low, digits);
            String to = LoadText.digits(high, digits);
            if (!from.equals(to)) {
                return LoadText.digits(value, digits) + unit + " (" + from + "-" + to + ")";
            }
        }
        return digits(value) + unit;
    }

    /** The same as a cell: grey where n does not bound the quantile from above. */
    public static Cell cell(QuantileInterval interval) {
        boolean supported = interval.value().isPresent() && interval.high().isPresent();
        return new Cell(latency(interval), supported || interval.count() == 0 ? Tone.PLAIN : Tone.MUTED);
    }

    /** p50 / p95 / p99 of a metric; empty where the result has none. */
    public static String percentiles(StepResultRow result, Metric metric) {
        MetricRow row = result.metrics().get(metric);
        return row == null
                ? ""
                : latencies(Stream.of(row.p50Nanos(), row.p95Nanos(), row.p99Nanos())
                        .flatMapToLong(OptionalLong::stream));
    }

    /** 392 / 752 / 784 ms: in the unit of the largest; empty when there are none. */
    public static String latencies(LongStream nanos) {
        List<Double> millis = nanos.mapToObj(value -> value / NANOS_PER_MILLI).toList();
        if (millis.isEmpty()) {
            return "";
        }
        boolean seconds = inSeconds(Collections.max(millis));
        return millis.stream()
                        .map(value -> digits(seconds ? value / MILLIS_PER_SECOND : value))
                        .collect(Collectors.joining(" / "))
                + (seconds ? " s" : " ms");
    }

    public static String percent(double share) {
        return digits(share * 100) + " %";
    }

    /** 1.35 (1.2-1.6). */
    public static String ratio(double ratio, OptionalDouble low, OptionalDouble high) {
        return within(ratio, "", low.orElse(0), high.orElse(Double.POSITIVE_INFINITY));
    }

    public static String load(LoadKind kind, double load) {
        return isAllAtOnce(kind, load) ? ALL_AT_ONCE : bareLoad(load) + " " + unit(kind);
    }

    /** In a column that has the unit. */
    public static String bareLoad(LoadKind kind, double load) {
        return isAllAtOnce(kind, load) ? ALL_AT_ONCE : bareLoad(load);
    }

    public static boolean isAllAtOnce(LoadKind kind, double load) {
        return LoadVerdict.isAllAtOnce(kind, load);
    }

    public static String unit(LoadKind kind) {
        return LoadText.unit(kind);
    }

    /** 95 -> p95, 99.9 -> p99.9. */
    public static String quantile(double quantile) {
        return "p"
                + new BigDecimal(quantile * 100)
                        .round(new MathContext(4))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    public static String length(Duration length) {
        double seconds = length.toMillis() / MILLIS_PER_SECOND;
        return seconds < 120 ? digits(seconds) + " s" : digits(seconds / 60) + " min";
    }

    public static String stamp(Instant at) {
        return STAMP.format(at);
    }

    private static double millis(OptionalLong nanos) {
        return nanos.getAsLong() / NANOS_PER_MILLI;
    }

    private static boolean inSeconds(double millis) {
        return millis >= SECONDS_FROM_MILLIS;
    }
}
