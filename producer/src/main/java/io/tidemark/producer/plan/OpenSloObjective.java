package io.tidemark.producer.plan;

import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.ValueType.RuleBroken;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns an objective in OpenSLO's shape into one of ours. Annotation {@code tidemark/options} of its SLO holds options of our grammar. */
record OpenSloObjective(Section slo, OpenSloIndicator indicator) {
    private static final String OPTIONS = "tidemark/options";
    private static final Set<String> UPPER_LIMITS = Set.of("lte", "lt");
    private static final int MOST_DIGITS = 18;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /** The objective; nothing where it was refused. */
    Optional<ObjectiveState> read(Section objective, boolean oneOfSeveral) {
        Optional<String> shown = objective.optional("displayName", Values.TEXT);
        refuseTimeslices(objective);
        Optional<BigDecimal> percent = percent(objective);
        String limit = limit(objective);
        objective.refuseOthers();
        if (percent.isEmpty()) {
            return Optional.empty();
        }
        String text = line(percent.get(), limit) + " " + options();
        try {
            ObjectiveState parsed = ObjectiveGrammar.parse(text.strip());
            String name = OpenSloNames.of(slo) + (oneOfSeveral ? " " + shown.orElse(limit) : "");
            return Optional.of(ObjectiveState.newBuilder(parsed)
                    .setName(name.strip().replace("/", "_"))
                    .build());
        } catch (RuleBroken e) {
            objective.refuse(e.getMessage() + " as it is read: \"" + text.strip() + "\"");
            return Optional.empty();
        }
    }

    private String line(BigDecimal percent, String limit) {
        if (indicator.hasThreshold()) {
            return indicator.subject() + " p" + percent.toPlainString() + " < " + limit;
        }
        return indicator.subject().equals("errors")
                ? "errors < " + HUNDRED.subtract(percent).toPlainString() + "%"
                : indicator.subject() + " >= " + percent.toPlainString() + "%";
    }

    private String options() {
        Map<String, String> annotations = OpenSloNames.annotations(slo);
        annotations.keySet().stream()
                .filter(key -> key.startsWith("tidemark/") && !key.equals(OPTIONS))
                .forEach(key -> OpenSloNames.refuse(slo, key, "is not known here; known: " + OPTIONS));
        return annotations.getOrDefault(OPTIONS, "");
    }

    private static void refuseTimeslices(Section objective) {
        for (String key :
                new String[] {"timeSliceTarget", "timeSliceWindow", "compositeWeight", "indicator", "indicatorRef"}) {
            if (objective.has(key)) {
                objective.refuse(key, "must be left out: an objective here is about occurrences of one indicator");
            }
        }
    }

    private static Optional<BigDecimal> percent(Section objective) {
        if (objective.has("target") == objective.has("targetPercent")) {
            objective.refuse("must have either target or targetPercent");
            return Optional.empty();
        }
        Optional<BigDecimal> percent = objective
                .optional("target", OpenSloObjective::decimal)
                .map(target -> target.multiply(HUNDRED).stripTrailingZeros())
                .or(() -> objective.optional("targetPercent", OpenSloObjective::decimal));
        if (percent.filter(value -> value.signum() <= 0 || value.compareTo(HUNDRED) >= 0)
                .isPresent()) {
            objective.refuse("must have its target in (0, 1), or its targetPercent in (0, 100)");
            return Optional.empty();
        }
        return percent;
    }

    private String limit(Section objective) {
        Optional<String> op = objective.optional("op", Values.TEXT);
        Optional<BigDecimal> value = objective.optional("value", OpenSloObjective::decimal);
        if (!indicator.hasThreshold()) {
            if (value.isPresent()) {
                objective.refuse("value", "must be left out: a ratio has no threshold");
            }
            return "";
        }
        if (op.isEmpty() || !UPPER_LIMITS.contains(op.get())) {
            objective.refuse("op", "must be lte or lt, for a latency is limited from above, but was " + op.orElse(""));
        }
        if (value.isEmpty()) {
            objective.refuse("value", "is required: the threshold, in the unit of its metric");
        }
        return value.map(BigDecimal::toPlainString).orElse("0") + indicator.unit();
    }

    private static BigDecimal decimal(String text) {
        try {
            BigDecimal number = new BigDecimal(text);
            if (number.precision() <= MOST_DIGITS && Math.abs(number.scale()) <= MOST_DIGITS) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new RuleBroken("must be a number");
        }
        throw new RuleBroken("must be a number of " + MOST_DIGITS + " digits at most");
    }
}
