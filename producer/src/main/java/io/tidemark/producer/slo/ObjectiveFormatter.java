package io.tidemark.producer.slo;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;

/** Writes objectives in the grammar of {@link ObjectiveParser}, its inverse but for the name. Pure. */
final class ObjectiveFormatter {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int DOUBLE_DIGITS = 17;

    private ObjectiveFormatter() {}

    /** What it limits, of which class where that is not all. */
    static String asked(ObjectiveState objective) {
        String requestClass = objective.getRequestClass();
        return subject(objective) + (requestClass.equals(RequestClass.ALL) ? "" : " class " + requestClass);
    }

    static String format(ObjectiveState objective) {
        return subject(objective) + " over " + ErrorBudget.duration(objective.getWindowSeconds())
                + " for " + ErrorBudget.duration(objective.getForSeconds())
                + " clear " + ErrorBudget.duration(objective.getClearSeconds())
                + " min " + objective.getMinCount()
                + " class " + objective.getRequestClass()
                + " clear_at " + percentage(objective.getClearRatio())
                + " level " + percentage(objective.getLevel())
                + " firing " + ErrorBudget.duration(objective.getMinFiringSeconds())
                + " flapping " + flapping(objective);
    }

    private static String subject(ObjectiveState objective) {
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            return Metric.of(objective.getMetric()).id() + " p"
                    + percent(objective.getQuantile(), percent -> percent / 100) + " < "
                    + limit(objective.getLimitNanos());
        }
        if (objective.getKind() == ObjectiveKind.ERROR_RATIO) {
            return "errors < " + percentage(objective.getMaxBadRatio());
        }
        String limits = new TreeMap<>(objective.getGoodLimitsNanos())
                .entrySet().stream()
                        .map(limit ->
                                Metric.of(MetricName.valueOf(limit.getKey())).id() + " <= " + limit(limit.getValue()))
                        .collect(Collectors.joining(", "));
        double bad = objective.getMaxBadRatio();
        return "good(" + limits + ") >= " + percent(bad, percent -> 1 - percent / 100, 1 - bad) + "%";
    }

    private static String flapping(ObjectiveState objective) {
        return objective.getFlapChanges() == 0
                ? "off"
                : objective.getFlapChanges() + "/" + ErrorBudget.duration(objective.getFlapSeconds());
    }

    /** A limit in the unit that it is read best in, exactly. */
    private static String limit(long nanos) {
        if (nanos % NANOS_PER_SECOND == 0) {
            return ErrorBudget.duration(nanos / NANOS_PER_SECOND);
        }
        if (nanos > NANOS_PER_SECOND) {
            return scaled(nanos, 9) + "s";
        }
        return nanos >= 1_000_000 ? scaled(nanos, 6) + "ms" : scaled(nanos, 3) + "us";
    }

    private static String scaled(long nanos, int digits) {
        return BigDecimal.valueOf(nanos, digits).stripTrailingZeros().toPlainString();
    }

    /** A share as a percentage. */
    static String percentage(double share) {
        return percent(share, percent -> percent / 100) + "%";
    }

    private static String percent(double share, DoubleUnaryOperator read) {
        return percent(share, read, share);
    }

    /** The shortest percentage that is read as a value again; {@code share} is about where it is. */
    private static String percent(double value, DoubleUnaryOperator read, double share) {
        BigDecimal about = BigDecimal.valueOf(share).movePointRight(2);
        for (int digits = 1; digits < DOUBLE_DIGITS; digits++) {
            BigDecimal percent = about.round(new MathContext(digits));
            if (read.applyAsDouble(percent.doubleValue()) == value) {
                return percent.stripTrailingZeros().toPlainString();
            }
        }
        return about.stripTrailingZeros().toPlainString();
    }
}
