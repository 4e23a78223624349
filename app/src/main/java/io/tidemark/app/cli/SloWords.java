package io.tidemark.app.cli;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.schemas.Metric;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Objectives and their budgets in a line. */
final class SloWords {
    private SloWords() {}

    /** What an objective asks for, whatever its name. */
    static String what(ObjectiveState objective) {
        String window = " over " + ErrorBudget.duration(objective.getWindowSeconds());
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            return Metric.of(objective.getMetric()).id() + " p" + percent(objective.getQuantile()) + " < "
                    + Duration.ofNanos(objective.getLimitNanos()).toMillis() + " ms" + window;
        }
        if (objective.getKind() == ObjectiveKind.ERROR_RATIO) {
            return "errors < " + percent(objective.getMaxBadRatio()) + " %" + window;
        }
        String limits = new TreeMap<>(objective.getGoodLimitsNanos())
                .entrySet().stream()
                        .map(limit ->
                                Metric.of(MetricName.valueOf(limit.getKey())).id() + " <= "
                                        + Duration.ofNanos(limit.getValue()).toMillis() + " ms")
                        .collect(Collectors.joining(", "));
        return "good(" + limits + ") >= " + percent(1 - objective.getMaxBadRatio()) + " %" + window;
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(100 * share)
                .setScale(4, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** "of 24h: page 14.4x over 2m/10s, page 6x over 12m/1m". */
    static String budget(ObjectiveState objective) {
        return "of " + ErrorBudget.duration(objective.getPeriodSeconds()) + ": "
                + (objective.getBurnRules().isEmpty()
                        ? "no rules"
                        : objective.getBurnRules().stream()
                                .map(ErrorBudget::words)
                                .collect(Collectors.joining(", ")));
    }
}
