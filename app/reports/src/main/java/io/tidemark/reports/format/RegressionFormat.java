package io.tidemark.reports.format;

import io.tidemark.reports.document.Note;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.RegressionRow;
import java.util.OptionalDouble;

/** Differences between phases in words: relative ones in percent, those of shares in percentage points. */
public final class RegressionFormat {
    /** Of the column of what {@link #limit} writes. */
    public static final Note MARGIN = new Note("margin", "the largest change that does not matter");

    private static final String SHARE = "error_share";

    private RegressionFormat() {}

    /** "tpot p99", "goodput". */
    public static String subject(RegressionRow row) {
        return row.metric()
                .map(metric -> metric.id() + " " + ValueText.quantile(row.quantile()))
                .orElseGet(() -> row.compared().measure().replace('_', ' '));
    }

    /** A value of it in its unit. */
    public static String amount(RegressionRow row, double value) {
        if (row.metric().isPresent()) {
            return ValueText.latency(value);
        }
        return isShare(row) ? ValueText.percent(value) : ValueText.digits(value) + "/s";
    }

    /** Candidate / base - 1, of shares the difference. */
    public static OptionalDouble change(RegressionRow row) {
        return row.compared().change().isPresent() ? row.compared().change() : relative(row.ratio());
    }

    public static boolean bounded(RegressionRow row) {
        return low(row).isPresent() || high(row).isPresent();
    }

    /** "+12.3 % (+4.1 to +21.0)", "+12.3 % (+4.1 or more)". */
    public static String format(RegressionRow row) {
        OptionalDouble change = change(row);
        if (change.isEmpty()) {
            return "not known";
        }
        String unit = isShare(row) ? " points" : " %";
        return ValueText.change(change.getAsDouble()) + unit + " (" + interval(low(row), high(row)) + ")";
    }

    private static String interval(OptionalDouble low, OptionalDouble high) {
        if (low.isEmpty() && high.isEmpty()) {
            return "no interval";
        }
        if (high.isEmpty()) {
            return ValueText.change(low.getAsDouble()) + " or more";
        }
        String to = ValueText.change(high.getAsDouble());
        return low.isEmpty() ? to + " or less" : ValueText.change(low.getAsDouble()) + " to " + to;
    }

    public static String margin(RegressionRow row) {
        OptionalDouble margin = row.compared().margin();
        return margin.isPresent() ? limit(margin.getAsDouble(), !isShare(row)) : "";
    }

    /** A margin or a block: "5 %", of a share "1 point", "2 points". */
    public static String limit(double change, boolean isRelative) {
        String value = ValueText.digits(100 * change);
        return value + (isRelative ? " %" : value.equals("1") ? " point" : " points");
    }

    private static OptionalDouble low(RegressionRow row) {
        return row.compared().change().isPresent() ? row.compared().changeLow() : relative(row.low());
    }

    private static OptionalDouble high(RegressionRow row) {
        return row.compared().change().isPresent() ? row.compared().changeHigh() : relative(row.high());
    }

    private static boolean isShare(RegressionRow row) {
        return row.compared().measure().equals(SHARE);
    }

    private static OptionalDouble relative(OptionalDouble ratio) {
        return ratio.isPresent() ? relative(ratio.getAsDouble()) : ratio;
    }

    private static OptionalDouble relative(double ratio) {
        return Double.isFinite(ratio) ? OptionalDouble.of(ratio - 1) : OptionalDouble.empty();
    }
}
