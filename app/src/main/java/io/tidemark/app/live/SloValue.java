package io.tidemark.app.live;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ValueText;
import java.util.OptionalDouble;

/**
 * Where an objective stands: its value beside its limit. Not a verdict, which takes an interval.
 *
 * @param value a quantile in nanoseconds, infinite where too many requests are not ok to reach it, not a number where
 *     {@linkplain io.tidemark.schemas.FigureDoubt doubts} leave it unknown; else the share of bad requests; empty before there is any
 */
public record SloValue(ObjectiveState objective, OptionalDouble value) {
    /** "ttft_due p95 < 500 ms: about 84.7 ms" (the table of the run has the exact one), with "BROKEN" beyond the limit and "-" before there is a value. */
    public String format() {
        String now = value.isEmpty() ? "-" : (isRounded() ? "about " : "") + amount(value.getAsDouble());
        return subject() + comparison() + amount(limit()) + ": " + now + (isBroken() ? " BROKEN" : "");
    }

    private boolean isBroken() {
        return value.isPresent() && value.getAsDouble() > limit();
    }

    private double limit() {
        return isQuantile() ? objective.getLimitNanos() : objective.getMaxBadRatio();
    }

    private boolean isQuantile() {
        return objective.getKind() == ObjectiveKind.QUANTILE;
    }

    private boolean isRounded() {
        return isQuantile() && value.stream().allMatch(Double::isFinite);
    }

    private boolean isGoodRatio() {
        return objective.getKind() == ObjectiveKind.GOOD_RATIO;
    }

    private String subject() {
        String what = isQuantile()
                ? Metric.of(objective.getMetric()).id() + " " + ValueText.quantile(objective.getQuantile())
                : isGoodRatio() ? "good" : "errors";
        return RequestClass.ALL.equals(objective.getRequestClass())
                ? what
                : what + " of " + objective.getRequestClass();
    }

    private String comparison() {
        return isGoodRatio() ? " >= " : " < ";
    }

    private String amount(double of) {
        if (!isQuantile()) {
            return ValueText.percent(isGoodRatio() ? 1 - of : of);
        }
        if (Double.isNaN(of)) {
            return "not known";
        }
        return Double.isInfinite(of) ? "not reached, too many errors" : ValueText.latency(of);
    }
}
