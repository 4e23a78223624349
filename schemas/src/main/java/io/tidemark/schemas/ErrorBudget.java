package io.tidemark.schemas;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The error budget of an objective: the share of requests that may be bad. It burns at rate 1 where just so many are, which spends it in
 * its period (Google, "The Site Reliability Workbook", chapter 5). What a budget and its rules must keep is stated here alone: who makes
 * objectives and who judges them ask the same. Pure.
 */
public final class ErrorBudget {
    /** Longest period, seconds: 90 days. What windows are counted by is bounded. */
    public static final int MAX_PERIOD_SECONDS = 90 * 86_400;

    /** Most burn-rate rules of an objective: each has a window and a state of its own for every step and target. */
    public static final int MAX_RULES = 16;

    /** The short window of a rule is this part of its long one where nothing else is stated. */
    public static final int SHORT_PART = 12;

    /** Shortest long window, seconds: below it the short one is no longer a twelfth. */
    public static final int MIN_LONG_SECONDS = SHORT_PART;

    private static final MathContext SHOWN = new MathContext(4, RoundingMode.HALF_UP);
    private static final long SECONDS_PER_MINUTE = 60;
    private static final long SECONDS_PER_HOUR = 3_600;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final double ROUNDING = 1e-9;

    private ErrorBudget() {}

    /** Share of bad requests that an objective allows, in [0, 1]. */
    public static double allowedShare(ObjectiveState objective) {
        return objective.getKind() == ObjectiveKind.QUANTILE ? 1 - objective.getQuantile() : objective.getMaxBadRatio();
    }

    /** Burn rate at which every request is bad: no rule above it can fire. */
    public static double maxBurn(ObjectiveState objective) {
        return 1 / allowedShare(objective);
    }

    /** Whether a burn rate can be reached at all. */
    public static boolean canFire(double burn, ObjectiveState objective) {
        return burn * allowedShare(objective) <= 1 + ROUNDING;
    }

    /** Seconds in which a burn rate spends a share of the budget of a period. */
    public static long longSeconds(double burn, double budgetShare, long periodSeconds) {
        return Math.round(budgetShare * periodSeconds / burn);
    }

    /** What is wrong with the budget of an objective and with its rules, each in words that begin with the thing; empty if nothing is. */
    public static List<String> problems(ObjectiveState objective) {
        List<String> problems = new ArrayList<>();
        int period = objective.getPeriodSeconds();
        if (period < 0 || period > MAX_PERIOD_SECONDS) {
            problems.add("period of '" + objective.getName() + "' must be in [0s, " + duration(MAX_PERIOD_SECONDS)
                    + "] but was " + period + "s");
        }
        excessRules(objective).ifPresent(problems::add);
        for (BurnRule rule : objective.getBurnRules()) {
            problem(rule, objective).ifPresent(problems::add);
        }
        if (problems.isEmpty()) {
            duplicateRules(objective).ifPresent(problems::add);
        }
        return problems;
    }

    /** Reports two rules of an objective with the same description, by which rules are identified; empty if all differ. */
    public static Optional<String> duplicateRules(ObjectiveState objective) {
        Set<String> seen = new HashSet<>();
        return objective.getBurnRules().stream()
                .map(ErrorBudget::description)
                .filter(description -> !seen.add(description))
                .findFirst()
                .map(description -> "burn-rate rule '" + description + "' of '" + objective.getName()
                        + "' is given twice: rules must differ in severity, rate or windows");
    }

    /** Reports that an objective has too many rules; empty if it has not. */
    public static Optional<String> excessRules(ObjectiveState objective) {
        int rules = objective.getBurnRules().size();
        return rules <= MAX_RULES
                ? Optional.empty()
                : Optional.of("burn-rate rules of '" + objective.getName() + "' must be at most " + MAX_RULES
                        + " but were " + rules);
    }

    /** What is wrong with a rule on the budget of an objective, which has its period already; empty if it can be kept. */
    public static Optional<String> problem(BurnRule rule, ObjectiveState objective) {
        return broken(rule, objective)
                .map(broken -> "burn-rate rule '" + description(rule) + "' of '" + objective.getName() + "' " + broken);
    }

    private static Optional<String> broken(BurnRule rule, ObjectiveState objective) {
        double allowed = allowedShare(objective);
        if (!(allowed > 0)) {
            return Optional.of("has no budget to burn: no request may be bad");
        }
        if (!(rule.getBurn() > 0) || !Double.isFinite(rule.getBurn())) {
            return Optional.of("must have a burn rate > 0");
        }
        if (!canFire(rule.getBurn(), objective)) {
            return Optional.of("can never fire: with " + shown(100 * allowed) + " % allowed, the budget burns at "
                    + shown(maxBurn(objective)) + "x if every request is bad");
        }
        return brokenWindows(rule, objective.getPeriodSeconds()).or(() -> brokenEnd(rule));
    }

    private static Optional<String> brokenWindows(BurnRule rule, int periodSeconds) {
        int longSeconds = rule.getLongSeconds();
        if (longSeconds < MIN_LONG_SECONDS) {
            return Optional.of("must have a long window of " + MIN_LONG_SECONDS + " s or more but has "
                    + Math.max(0, longSeconds) + "s, of a period of " + duration(periodSeconds));
        }
        if (longSeconds > periodSeconds) {
            return Optional.of("must not look back for longer than the period of " + duration(periodSeconds));
        }
        boolean isShort = rule.getShortSeconds() > 0 && rule.getShortSeconds() < longSeconds;
        return isShort ? Optional.empty() : Optional.of("must have a short window that is shorter than the long one");
    }

    private static Optional<String> brokenEnd(BurnRule rule) {
        if (rule.getForSeconds() < 0) {
            return Optional.of("must have for >= 0s but has " + rule.getForSeconds() + "s");
        }
        if (!(rule.getClearRatio() > 0 && rule.getClearRatio() <= 1)) {
            return Optional.of("must have clear_at in (0 %, 100 %] but has " + rule.getClearRatio() + " as a share");
        }
        return rule.getClearAfter() >= 1
                ? Optional.empty()
                : Optional.of("must have clear >= 1 but has " + rule.getClearAfter());
    }

    /** A rule as it is written, e.g. {@code page 14.4x over 2m/10s}; its options are left out. */
    public static String description(BurnRule rule) {
        return rule.getSeverity() + " " + number(rule.getBurn()) + "x over " + duration(rule.getLongSeconds()) + "/"
                + duration(rule.getShortSeconds());
    }

    /** Such as {@code 28d}, {@code 36h}, {@code 2h24m} or {@code 4m40s}: whole days beyond one as days, the rest from hours down. */
    public static String duration(long seconds) {
        if (seconds % SECONDS_PER_DAY == 0 && seconds > SECONDS_PER_DAY) {
            return seconds / SECONDS_PER_DAY + "d";
        }
        String text = part(seconds / SECONDS_PER_HOUR, "h")
                + part(seconds % SECONDS_PER_HOUR / SECONDS_PER_MINUTE, "m")
                + part(seconds % SECONDS_PER_MINUTE, "s");
        return text.isEmpty() ? "0s" : text;
    }

    private static String part(long count, String unit) {
        return count == 0 ? "" : count + unit;
    }

    /** Without an exponent, which no rule can be written with. */
    private static String number(double value) {
        return Double.isFinite(value) ? plain(BigDecimal.valueOf(value)) : Double.toString(value);
    }

    private static String shown(double value) {
        return Double.isFinite(value) ? plain(BigDecimal.valueOf(value).round(SHOWN)) : Double.toString(value);
    }

    private static String plain(BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }
}
