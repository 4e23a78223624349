package io.tidemark.app.live;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.slo.ObjectiveSyntax;
import io.tidemark.schemas.ValueText;
import java.util.OptionalDouble;

/**
 * Where an objective stands: its value beside its limit. Not a verdict, which takes an interval.
 *
 * @param value a quantile in nanoseconds, infinite where too many requests are not ok to reach it, else the share of bad requests; not a number
 *     where {@linkplain io.tidemark.schemas.FigureDoubt doubts} leave it unknown; empty before there is any
 */
public record SloValue(ObjectiveState objective, OptionalDouble value) {
    /** "ttft_due p95 < 500ms: about 84.7 ms" (the table of the run has the exact one), with "BROKEN" beyond the limit and "-" before there is a value. */
    public String format() {
        String now = value.isEmpty() ? "-" : (isRounded() ? "about " : "") + amount(value.getAsDouble());
        return subject() + ": " + now + (isBroken() ? " BROKEN" : "");
    }

    /** One that has a name of its own does not say its limit. */
    private String subject() {
        String asked = ObjectiveSyntax.asked(objective);
        return asked.contains("<") || asked.contains(">") ? asked : asked + " (limit " + amount(limit()) + ")";
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

    private String amount(double of) {
        if (Double.isNaN(of)) {
            return "not known";
        }
        if (!isQuantile()) {
            return ValueText.percent(objective.getKind() == ObjectiveKind.GOOD_RATIO ? 1 - of : of);
        }
        return Double.isInfinite(of) ? "not reached, too many errors" : ValueText.latency(of);
    }
}
