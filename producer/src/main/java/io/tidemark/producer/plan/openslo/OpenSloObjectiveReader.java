package io.tidemark.producer.plan.openslo;

import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.slo.ObjectiveParser;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns an objective in OpenSLO's shape into one of ours. Annotation {@code tidemark/options} of its SLO holds options of our grammar. */
record OpenSloObjectiveReader(YamlSection slo, OpenSloIndicator indicator) {
    private static final String OPTIONS = "tidemark/options";
    private static final Set<String> UPPER_LIMITS = Set.of("lte", "lt");
    private static final int MAX_DIGITS = 18;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /** The objective; nothing where it was refused. */
    Optional<ObjectiveState> read(YamlSection objective, boolean oneOfSeveral) {
        Optional<String> shown = objective.optional("displayName", ValueTypes.TEXT);
        refuseTimeslices(objective);
        Optional<BigDecimal> percent = percent(objective);
        String limit = limit(objective);
        objective.refuseUnknownKeys();
        if (percent.isEmpty()) {
            return Optional.empty();
        }
        String text = line(percent.get(), limit) + " " + options();
        try {
            ObjectiveState parsed = ObjectiveParser.parse(text.strip());
            String name = OpenSloMetadata.of(slo) + (oneOfSeveral ? " " + shown.orElse(limit) : "");
            return Optional.of(ObjectiveState.newBuilder(parsed)
                    .setName(name.strip().replace("/", "_"))
                    .build());
        } catch (InvalidValueException e) {
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
        Map<String, String> annotations = OpenSloMetadata.annotations(slo);
        annotations.keySet().stream()
                .filter(key -> key.startsWith("tidemark/") && !key.equals(OPTIONS))
                .forEach(key -> OpenSloMetadata.refuse(slo, key, "is not known here; known: " + OPTIONS));
        return annotations.getOrDefault(OPTIONS, "");
    }

    private static void refuseTimeslices(YamlSection objective) {
        for (String key :
                new String[] {"timeSliceTarget", "timeSliceWindow", "compositeWeight", "indicator", "indicatorRef"}) {
            if (objective.has(key)) {
                objective.refuse(key, "must be left out: an objective counts occurrences of one indicator");
            }
        }
    }

    private static Optional<BigDecimal> percent(YamlSection objective) {
        if (objective.has("target") == objective.has("targetPercent")) {
            objective.refuse("must have either target or targetPercent");
            return Optional.empty();
        }
        Optional<BigDecimal> percent = objective
                .optional("target", OpenSloObjectiveReader::decimal)
                .map(target -> target.multiply(HUNDRED).stripTrailingZeros())
                .or(() -> objective.optional("targetPercent", OpenSloObjectiveReader::decimal));
        if (percent.filter(value -> value.signum() <= 0 || value.compareTo(HUNDRED) >= 0)
                .isPresent()) {
            objective.refuse("must have its target in (0, 1), or its targetPercent in (0, 100)");
            return Optional.empty();
        }
        return percent;
    }

    private String limit(YamlSection objective) {
        Optional<String> op = objective.optional("op", ValueTypes.TEXT);
        Optional<BigDecimal> value = objective.optional("value", OpenSloObjectiveReader::decimal);
        if (!indicator.hasThreshold()) {
            if (value.isPresent()) {
                objective.refuse("value", "must be left out: a ratio has no threshold");
            }
            return "";
        }
        if (op.isEmpty() || !UPPER_LIMITS.contains(op.get())) {
            objective.refuse("op", "must be lte or lt (a latency has an upper limit) but was " + op.orElse(""));
        }
        if (value.isEmpty()) {
            objective.refuse("value", "is required: the threshold, in the unit of its metric");
        }
        return value.map(BigDecimal::toPlainString).orElse("0") + indicator.unit();
    }

    private static BigDecimal decimal(String text) {
        try {
            BigDecimal number = new BigDecimal(text);
            if (number.precision() <= MAX_DIGITS && Math.abs(number.scale()) <= MAX_DIGITS) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new InvalidValueException("must be a number");
        }
        throw new InvalidValueException("must be a number of " + MAX_DIGITS + " digits at most");
    }
}
