package io.tidemark.producer.plan.openslo;

import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.schemas.ErrorBudget;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The time window of an SLO in OpenSLO's shape: one, rolling. */
record OpenSloWindow(YamlSection spec) {
    private static final Pattern DURATION = Pattern.compile("(\\d+)([smhdw])");

    /** So many digits of weeks are far below what a long holds, and far beyond the longest time. */
    private static final int MAX_DIGITS = 9;

    private static final Map<String, Long> SECONDS =
            Map.of("s", 1L, "m", 60L, "h", 3_600L, "d", 86_400L, "w", 7 * 86_400L);

    /** OpenSLO's shorthand, as far as it is a fixed time of 90 days at most; seconds. */
    static final ValueType<Long> SHORTHAND = OpenSloWindow::parse;

    /** The period, seconds; 0 where it was refused. */
    long seconds() {
        List<YamlSection> windows = spec.sections("timeWindow");
        if (windows.size() != 1) {
            spec.refuse("timeWindow", "must have exactly one window but has " + windows.size());
            return 0;
        }
        YamlSection window = windows.get(0);
        if (window.has("calendar")) {
            window.refuse("calendar", "must be left out: windows roll here");
        }
        if (!window.optional("isRolling", ValueTypes.SWITCH).orElse(true)) {
            window.refuse("isRolling", "must be true: windows roll here");
        }
        long seconds = window.required("duration", SHORTHAND, 0L);
        window.refuseUnknownKeys();
        return seconds;
    }

    private static long parse(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidValueException(
                    "must be a fixed time such as 5m, 1h, 28d or 4w (months, quarters and years vary)");
        }
        long seconds = matcher.group(1).length() > MAX_DIGITS
                ? Long.MAX_VALUE
                : Long.parseLong(matcher.group(1)) * SECONDS.getOrDefault(matcher.group(2), 0L);
        if (seconds == 0) {
            throw new InvalidValueException("must be > 0");
        }
        if (seconds > ErrorBudget.MAX_PERIOD_SECONDS) {
            throw new InvalidValueException("must be at most " + ErrorBudget.duration(ErrorBudget.MAX_PERIOD_SECONDS));
        }
        return seconds;
    }
}
