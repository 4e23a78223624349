package io.tidemark.producer.slo;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.schemas.Metric;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of an SLO.
 *
 * <pre>
 * objective := quantile | errors | good, then options
 * quantile  := metric "p" number "&lt;" duration            ttft_due p95 &lt; 250ms
 * errors    := "errors" "&lt;" number "%"                    errors &lt; 1%
 * good      := "good(" metric "&lt;=" duration {"," ...} ")" "&gt;=" number "%"
 * options   := ["over" 10s|1m|5m] ["for" duration] ["clear" duration] ["min" count] ["class" name]
 *              ["clear_at" number "%"] ["level" number "%"] ["firing" duration] ["flapping" count "/" duration | "off"]
 * </pre>
 *
 * <p>Metrics are the ids of {@link Metric}. Without options: over 1m, for 0s, clear 10s, min 1, class all,
 * clear_at 100%, level 1%, firing 0s, flapping 4/30m. {@code <} and
 * {@code <=} mean the same: the resolution of a sketch is coarser.
 */
public final class ObjectiveParser {
    public static final ValueType<ObjectiveState> OBJECTIVE = ObjectiveParser::parse;

    private static final String RULE = "must be an objective such as 'ttft_due p95 < 250ms over 1m for 5s',"
            + " 'errors < 1%' or 'good(ttft_due <= 250ms, tpot <= 20ms) >= 95%'";
    private static final String OPTION_NAMES = "over|for|clear|min|class|clear_at|level|firing|flapping";
    private static final String OPTIONS = "(?<options>(?:\\s+(?:" + OPTION_NAMES + ")\\s+\\S+)*)\\s*";
    private static final Pattern QUANTILE =
            Pattern.compile("(?<metric>[a-z0-9_]+)\\s+p(?<p>[0-9.]+)\\s*<=?\\s*(?<limit>[0-9.]+[a-z]+)" + OPTIONS);
    private static final Pattern ERRORS = Pattern.compile("errors\\s*<=?\\s*(?<percent>[0-9.]+)\\s*%" + OPTIONS);
    private static final Pattern GOOD =
            Pattern.compile("good\\s*\\((?<limits>[^)]*)\\)\\s*>=?\\s*(?<percent>[0-9.]+)\\s*%" + OPTIONS);
    private static final Pattern GOOD_LIMIT = Pattern.compile("\\s*(?<metric>[a-z0-9_]+)\\s*<=?\\s*(?<limit>\\S+)\\s*");
    private static final Pattern OPTION = Pattern.compile("\\s(" + OPTION_NAMES + ")\\s+(\\S+)");
    /** The name of an objective has _ for each slash, and is read too. */
    private static final Pattern FLAPPING = Pattern.compile("(?<changes>[0-9]+)[/_](?<within>\\S+)");

    private static final Set<Integer> WINDOWS_SECONDS = Set.of(10, 60, 300);

    private ObjectiveParser() {}

    public static ObjectiveState parse(String text) {
        Matcher quantile = QUANTILE.matcher(text.strip());
        if (quantile.matches()) {
            return quantile(text.strip(), quantile);
        }
        Matcher errors = ERRORS.matcher(text.strip());
        if (errors.matches()) {
            return state(text.strip(), errors)
                    .setKind(ObjectiveKind.ERROR_RATIO)
                    .setMaxBadRatio(share(errors))
                    .build();
        }
        Matcher good = GOOD.matcher(text.strip());
        if (good.matches()) {
            return good(text.strip(), good);
        }
        throw new InvalidValueException(RULE);
    }

    private static ObjectiveState quantile(String text, Matcher matcher) {
        double quantile = number(matcher.group("p")) / 100;
        if (!(quantile > 0 && quantile < 1)) {
            throw new InvalidValueException("must have its quantile in (0, 1), so p between 0 and 100 exclusive,");
        }
        return state(text, matcher)
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(metric(matcher.group("metric")).event())
                .setQuantile(quantile)
                .setLimitNanos(nanos(matcher.group("limit")))
                .build();
    }

    private static ObjectiveState good(String text, Matcher matcher) {
        Map<String, Long> limits = new HashMap<>();
        for (String part : matcher.group("limits").split(",", -1)) {
            Matcher limit = GOOD_LIMIT.matcher(part);
            if (!limit.matches()) {
                throw new InvalidValueException(RULE);
            }
            MetricName metric = metric(limit.group("metric")).event();
            if (metric == MetricName.ITL) {
                throw new InvalidValueException("must name metrics with one value per request; itl has many");
            }
            limits.put(metric.name(), nanos(limit.group("limit")));
        }
        return state(text, matcher)
                .setKind(ObjectiveKind.GOOD_RATIO)
                .setGoodLimitsNanos(limits)
                .setMaxBadRatio(1 - share(matcher))
                .build();
    }

    private static ObjectiveState.Builder state(String text, Matcher matcher) {
        ObjectiveState.Builder state =
                ObjectiveState.newBuilder().setName(text.replaceAll("\\s+", " ").replace("/", "_"));
        Matcher option = OPTION.matcher(matcher.group("options"));
        while (option.find()) {
            apply(state, option.group(1), option.group(2));
        }
        return state;
    }

    private static void apply(ObjectiveState.Builder state, String option, String value) {
        switch (option) {
            case "over" -> state.setWindowSeconds(window(value));
            case "for" -> state.setForSeconds(seconds(value));
            case "clear" -> state.setClearSeconds(seconds(value));
            case "min" -> state.setMinCount(ValueTypes.COUNT.parse(value));
            case "clear_at" -> state.setClearRatio(percentage(value));
            case "level" -> state.setLevel(percentage(value));
            case "firing" -> state.setMinFiringSeconds(seconds(value));
            case "flapping" -> flapping(state, value);
            default -> state.setRequestClass(value);
        }
    }

    private static void flapping(ObjectiveState.Builder state, String text) {
        if (text.equals("off")) {
            state.setFlapChanges(0).clearFlapSeconds();
            return;
        }
        Matcher flapping = FLAPPING.matcher(text);
        if (!flapping.matches()) {
            throw new InvalidValueException("must have changes per duration after flapping, such as 4/30m, or off");
        }
        state.setFlapChanges(ValueTypes.COUNT.parse(flapping.group("changes")))
                .setFlapSeconds(seconds(flapping.group("within")));
    }

    /** A share in (0, 1]. */
    static double percentage(String text) {
        double share = text.endsWith("%") ? number(text.substring(0, text.length() - 1)) / 100 : -1;
        if (!(share > 0 && share <= 1)) {
            throw new InvalidValueException("must have a percentage in (0, 100] after clear_at and level, such as 90%");
        }
        return share;
    }

    private static int window(String text) {
        int seconds = seconds(text);
        if (!WINDOWS_SECONDS.contains(seconds)) {
            throw new InvalidValueException("must have its window ('over') be 10s, 1m or 5m");
        }
        return seconds;
    }

    private static int seconds(String text) {
        Duration duration = ValueTypes.DURATION_OR_ZERO.parse(text);
        if (duration.toNanos() % 1_000_000_000L != 0 || duration.toSeconds() > Integer.MAX_VALUE) {
            throw new InvalidValueException(
                    "must have whole seconds after over, for, clear, firing and flapping, at most "
                            + Integer.MAX_VALUE);
        }
        return (int) duration.toSeconds();
    }

    private static double share(Matcher matcher) {
        double percent = number(matcher.group("percent"));
        if (!(percent >= 0 && percent <= 100)) {
            throw new InvalidValueException("must have its percentage in [0, 100]");
        }
        return percent / 100;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new InvalidValueException(RULE);
        }
    }

    private static long nanos(String text) {
        return ValueTypes.duration(text)
                .filter(limit -> !limit.isZero())
                .orElseThrow(() -> new InvalidValueException("must have a limit > 0 with its unit, such as 250ms,"))
                .toNanos();
    }

    private static Metric metric(String id) {
        try {
            return Metric.parse(id);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("must name a metric of "
                    + Arrays.stream(Metric.values()).map(Metric::id).toList());
        }
    }
}
