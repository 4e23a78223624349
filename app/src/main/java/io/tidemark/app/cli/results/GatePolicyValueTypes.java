package io.tidemark.app.cli.results;

import io.tidemark.analysis.compare.MeasureSelection;
import io.tidemark.analysis.gate.GateOutcome;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.schemas.Metric;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How values of a policy are written. */
final class GatePolicyValueTypes {
    static final ValueType<Double> SHARE =
            share("must be a share in (0, 1), such as 5% or 0.05,", share -> share > 0 && share < 1);
    static final ValueType<Double> WHOLE_SHARE =
            share("must be a share in (0, 1], such as 5% or 100%,", share -> share > 0 && share <= 1);
    static final ValueType<Double> CONFIDENCE =
            share("must be in (50%, 100%), such as 95%,", share -> share > 0.5 && share < 1);
    static final ValueType<Double> FALSE_DISCOVERIES =
            share("must be in (0, 50%), such as 6%,", share -> share > 0 && share < 0.5);
    static final ValueType<Double> QUANTILE = text ->
            quantile(text).orElseThrow(() -> new InvalidValueException("must be a quantile such as p50, p95 or p99.9"));
    static final ValueType<Double> LOAD =
            text -> number(text, "must be a load >= 0, requests per second or concurrent,", load -> load >= 0);
    static final ValueType<Integer> RUNS = text -> (int) number(
            text, "must be a whole number of runs >= 3", runs -> runs >= 3 && runs == Math.rint(runs) && runs < 10_000);
    static final ValueType<Boolean> SWITCH = text -> switch (text) {
        case "true" -> true;
        case "false" -> false;
        default -> throw new InvalidValueException("must be true or false");
    };
    static final ValueType<String> CLASS = text -> {
        if (text.isBlank()) {
            throw new InvalidValueException("must be a class of requests, or all,");
        }
        return text;
    };
    static final ValueType<String> LATENCY = text -> Arrays.stream(Metric.values())
            .map(Metric::id)
            .filter(text::equals)
            .findFirst()
            .orElseThrow(() -> new InvalidValueException("must be one of "
                    + Arrays.stream(Metric.values()).map(Metric::id).collect(Collectors.joining(", "))));
    static final ValueType<MeasureFamily> FAMILY = oneOf(MeasureFamily.class);
    static final ValueType<GateOutcome> OUTCOME = oneOf(GateOutcome.class);
    static final ValueType<GatePolicy.OnOrderDoubt> ORDER_DOUBT = oneOf(GatePolicy.OnOrderDoubt.class);
    static final ValueType<MeasureSelection.From> FROM = oneOf(MeasureSelection.From.class);
    static final ValueType<MeasureSelection.LatencyLoads> LATENCY_LOADS = oneOf(MeasureSelection.LatencyLoads.class);

    private static final Pattern PERCENT = Pattern.compile("(\\d+(?:\\.\\d+)?) ?%");
    private static final Pattern QUANTILE_RULE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,3})?)");

    private GatePolicyValueTypes() {}

    /** 0.99 of p99; empty for what is none. */
    static Optional<Double> quantile(String text) {
        Matcher matcher = QUANTILE_RULE.matcher(text);
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) == 0) {
            return Optional.empty();
        }
        return Optional.of(new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue());
    }

    private static ValueType<Double> share(String rule, DoublePredicate holds) {
        return text -> {
            Matcher percent = PERCENT.matcher(text);
            double share =
                    percent.matches() ? Double.parseDouble(percent.group(1)) / 100.0 : number(text, rule, x -> true);
            if (!holds.test(share)) {
                throw new InvalidValueException(rule);
            }
            return share;
        };
    }

    private static double number(String text, String rule, DoublePredicate holds) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value) && holds.test(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new InvalidValueException(rule);
        }
        throw new InvalidValueException(rule);
    }

    private static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        return text -> Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))));
    }
}
