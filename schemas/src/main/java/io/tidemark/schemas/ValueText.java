package io.tidemark.schemas;

import io.tidemark.events.LoadKind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Values with their units, as every output writes them: three significant digits, never an exponent, thousands grouped. For users:
 * {@code docs/reference/units.md}. The pages of the console do the same ({@code app/console/frontend/src/format}); both are tested by the
 * table {@code app/console/frontend/test/units.json}. Stateless.
 */
public final class ValueText {
    public static final String ALL_AT_ONCE = "all at once";

    private static final int DIGITS = 3;
    /** A load was asked for, and is no measurement: 1,024 and 12.75 stay what they are. */
    private static final int LOAD_DIGITS = 5;

    private static final int QUANTILE_DIGITS = 4;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SECONDS_FROM_NANOS = 10 * NANOS_PER_SECOND;
    private static final double MIN_PERCENT = 0.01;
    private static final int MINUTES_FROM_SECONDS = 60;
    private static final int ESTIMATED_MINUTES_FROM_SECONDS = 120;
    private static final int DAYS_FROM_HOURS = 48;

    private ValueText() {}

    /** 0.432, 44.1, 849, 1,230. */
    public static String digits(double value) {
        return digits(value, DIGITS);
    }

    public static String digits(double value, int significant) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "n/a" : "unbounded";
        }
        BigDecimal shown =
                new BigDecimal(value).round(new MathContext(significant)).stripTrailingZeros();
        return String.format(Locale.ROOT, "%,." + Math.max(0, shown.scale()) + "f", shown);
    }

    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** "1 step", "1,230 steps". */
    public static String count(long value, String noun) {
        return count(value) + " " + noun + (value == 1 ? "" : "s");
    }

    /** 849 ms, 9,990 ms; from ten seconds on in seconds: 12.3 s. */
    public static String latency(double nanos) {
        return latencies("", nanos);
    }

    /** The same of whole nanoseconds. */
    public static String latency(long nanos) {
        return latency((double) nanos);
    }

    /** 392 / 752 / 784 ms: in the unit of the largest. */
    public static String latencies(String separator, double... nanos) {
        double largest = Arrays.stream(nanos).map(Math::abs).max().orElse(0);
        double unit = latencyUnit(largest);
        return Arrays.stream(nanos).mapToObj(value -> digits(value / unit)).collect(Collectors.joining(separator))
                + latencyUnitText(largest);
    }

    /** How many nanoseconds are one of the unit that a latency is written in. */
    public static double latencyUnit(double nanos) {
        return Math.abs(nanos) >= SECONDS_FROM_NANOS ? NANOS_PER_SECOND : NANOS_PER_MILLI;
    }

    /** The unit, behind a space. */
    public static String latencyUnitText(double nanos) {
        return latencyUnit(nanos) == NANOS_PER_SECOND ? " s" : " ms";
    }

    /** 42.5 s, 3 min 20 s, 2 h 5 min, 3 d 4 h: two units at most. */
    public static String duration(Duration duration) {
        return duration(duration.toNanos() / NANOS_PER_SECOND);
    }

    public static String duration(double seconds) {
        long whole = Math.round(seconds);
        if (whole < MINUTES_FROM_SECONDS) {
            return digits(seconds) + " s";
        }
        long minutes = whole / 60;
        if (minutes < 60) {
            return twoUnits(minutes, "min", whole % 60, "s");
        }
        long hours = minutes / 60;
        return hours < DAYS_FROM_HOURS
                ? twoUnits(hours, "h", minutes % 60, "min")
                : twoUnits(hours / 24, "d", hours % 24, "h");
    }

    /** Of what is not known exactly: whole seconds, and whole minutes from two minutes on. */
    public static String estimate(Duration duration) {
        long seconds = Math.round(duration.toMillis() / 1_000.0);
        return duration(
                seconds < ESTIMATED_MINUTES_FROM_SECONDS
                        ? Duration.ofSeconds(seconds)
                        : Duration.ofMinutes(Math.round(seconds / 60.0)));
    }

    /** How long ago, in its largest unit: 40 s ago, 3 min ago, 5 h ago, 12 d ago. */
    public static String age(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + " s ago";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min ago";
        }
        return seconds < 3_600L * DAYS_FROM_HOURS ? seconds / 3_600 + " h ago" : seconds / 86_400 + " d ago";
    }

    private static String twoUnits(long large, String largeUnit, long small, String smallUnit) {
        return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }

    /** A change by a share, without its unit, percent or points: +21.3, -0.4. */
    public static String change(double share) {
        return String.format(Locale.ROOT, "%+.1f", share * 100);
    }

    /** A share of 0 to 1; one that is not 0 never reads as 0 %. */
    public static String percent(double share) {
        double percent = share * 100;
        return percent != 0 && Math.abs(percent) < MIN_PERCENT ? "< 0.01 %" : digits(percent) + " %";
    }

    /** Of a quantile of 0 to 1: p95, p99.9. */
    public static String quantile(double quantile) {
        return "p" + digits(quantile * 100, QUANTILE_DIGITS);
    }

    /** Requests per second that were measured: 12.3 req/s. */
    public static String rate(double perSecond) {
        return digits(perSecond) + " " + loadUnit(LoadKind.RATE);
    }

    /** 12.75 req/s, 1,024 concurrent, all at once. */
    public static String load(LoadKind kind, double load) {
        String number = loadNumber(kind, load);
        return isAllAtOnce(kind, load) ? number : number + " " + loadUnit(kind);
    }

    /** The same without its unit. */
    public static String loadNumber(LoadKind kind, double load) {
        return isAllAtOnce(kind, load) ? ALL_AT_ONCE : loadNumber(load);
    }

    public static String loadNumber(double load) {
        return digits(load, LOAD_DIGITS);
    }

    public static String loadUnit(LoadKind kind) {
        return kind == LoadKind.CONCURRENCY ? "concurrent" : "req/s";
    }

    /** Whether all requests of a step are due at its start: it has no rate, its load is 0, and there is nothing to hold or to fail at. */
    public static boolean isAllAtOnce(LoadKind kind, double load) {
        return kind == LoadKind.RATE && load == 0;
    }
}
