package io.tidemark.producer.slo;

import io.tidemark.events.BurnRule;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.schemas.ErrorBudget;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One burn-rate rule of an SLO.
 *
 * <pre>
 * rule    := severity burn "x" windows options               page 14.4x over 2m/10s
 * windows := "over" long ["/" short] | "spends" number "%"    page 14.4x spends 2%
 * options := ["for" duration] ["clear_at" number "%"] ["clear" count]
 * </pre>
 *
 * <p>{@code spends} gives the share of the period's budget that is gone when the long window has burnt: long = share x period / burn. The
 * short window is a twelfth of the long one unless it is given. Without options: for 0s, clear_at 75%, clear 2.
 */
public record BurnRateRuleSpec(BurnRule rule, double budgetShare, boolean scaled) {
    public static final ValueType<BurnRateRuleSpec> RULE = BurnRateRuleSpec::parse;

    private static final String BROKEN =
            "must be a burn-rate rule such as 'page 14.4x over 2m/10s' or 'page 14.4x spends 2%'";
    private static final Pattern LINE = Pattern.compile("(?<severity>[a-z][a-z0-9-]*)\\s+(?<burn>[0-9.]+)x\\s+"
            + "(?:over\\s+(?<long>[0-9a-z.]+)(?:/(?<short>[0-9a-z.]+))?|spends\\s+(?<share>[0-9.]+)\\s*%)"
            + "(?<options>(?:\\s+(?:for|clear_at|clear)\\s+\\S+)*)");
    private static final Pattern OPTION = Pattern.compile("\\s(for|clear_at|clear)\\s+(\\S+)");

    /** The four of Google's workbook, as they are used for 30 days: 1 h, 6 h, 1 d and 3 d. */
    public static final List<BurnRateRuleSpec> DEFAULTS = List.of(
            parse("page 14.4x spends 2%"),
            parse("page 6x spends 5%"),
            parse("ticket 3x spends 10%"),
            parse("ticket 1x spends 10%"));

    public static BurnRateRuleSpec parse(String text) {
        Matcher line = LINE.matcher(text.strip());
        if (!line.matches()) {
            throw new InvalidValueException(BROKEN);
        }
        BurnRule.Builder rule =
                BurnRule.newBuilder().setSeverity(line.group("severity")).setBurn(burn(line));
        Matcher option = OPTION.matcher(line.group("options"));
        while (option.find()) {
            apply(rule, option.group(1), option.group(2));
        }
        if (line.group("share") != null) {
            return new BurnRateRuleSpec(rule.build(), share(line.group("share")), true);
        }
        int longSeconds = seconds(line.group("long"));
        rule.setLongSeconds(longSeconds);
        rule.setShortSeconds(line.group("short") == null ? shortOf(longSeconds) : seconds(line.group("short")));
        if (rule.getShortSeconds() >= longSeconds) {
            throw new InvalidValueException("must have a short window that is shorter than the long one");
        }
        return fixed(rule.build());
    }

    /** A rule whose windows are those, whatever the period. */
    static BurnRateRuleSpec fixed(BurnRule rule) {
        return new BurnRateRuleSpec(rule, 0, false);
    }

    /** The line of a rule, with each of its options: the inverse of {@link #parse}. */
    static String line(BurnRule rule) {
        return ErrorBudget.description(rule) + " for " + ErrorBudget.duration(rule.getForSeconds()) + " clear_at "
                + ObjectiveFormatter.percentage(rule.getClearRatio()) + " clear " + rule.getClearAfter();
    }

    /** The rule on the budget of a period. */
    public BurnRule scaledTo(long periodSeconds) {
        if (!scaled) {
            return rule;
        }
        long longSeconds = ErrorBudget.longSeconds(rule.getBurn(), budgetShare, periodSeconds);
        int bounded = Math.toIntExact(Math.min(Integer.MAX_VALUE, longSeconds));
        return BurnRule.newBuilder(rule)
                .setLongSeconds(bounded)
                .setShortSeconds(shortOf(bounded))
                .build();
    }

    private static int shortOf(int longSeconds) {
        return Math.max(1, Math.round((float) longSeconds / ErrorBudget.SHORT_PART));
    }

    private static void apply(BurnRule.Builder rule, String option, String value) {
        switch (option) {
            case "for" -> rule.setForSeconds(secondsOrZero(value));
            case "clear_at" -> rule.setClearRatio(ObjectiveParser.percentage(value));
            default -> rule.setClearAfter(ValueTypes.COUNT.parse(value));
        }
    }

    private static double burn(Matcher line) {
        return positive(line.group("burn"));
    }

    private static double share(String percent) {
        double share = positive(percent) / 100;
        if (share > 1) {
            throw new InvalidValueException("must spend a percentage of the budget in (0, 100]");
        }
        return share;
    }

    private static double positive(String text) {
        return ValueTypes.FACTOR.parse(text);
    }

    private static int seconds(String text) {
        int seconds = secondsOrZero(text);
        if (seconds == 0) {
            throw new InvalidValueException("must have windows of whole seconds, 1s or more");
        }
        return seconds;
    }

    private static int secondsOrZero(String text) {
        Duration duration = ValueTypes.DURATION_OR_ZERO.parse(text);
        if (duration.toNanos() % 1_000_000_000L != 0 || duration.toSeconds() > Integer.MAX_VALUE) {
            throw new InvalidValueException("must have whole seconds after over and for");
        }
        return (int) duration.toSeconds();
    }
}
