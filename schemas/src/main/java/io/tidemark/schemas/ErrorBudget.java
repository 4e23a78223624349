package io.tidemark.schemas;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import java.util.Locale;

/**
 * The error budget of an objective: the share of requests that may be bad. It burns at rate 1 where just so many are, which spends it in
 * its period (Google, "The Site Reliability Workbook", chapter 5). Pure.
 */
public final class ErrorBudget {
    /** The short window of a rule is this part of its long one where nothing else is said. */
    public static final int SHORT_PART = 12;

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
    public static double highestBurn(ObjectiveState objective) {
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

    /** A rule as it is written, e.g. {@code page 14.4x over 2m/10s}; what is by default is left out. */
    public static String words(BurnRule rule) {
        return rule.getSeverity() + " " + number(rule.getBurn()) + "x over " + duration(rule.getLongSeconds()) + "/"
                + duration(rule.getShortSeconds());
    }

    /** Such as {@code 90s}, {@code 2m}, {@code 36h} or {@code 28d}: in the largest unit that leaves no rest. */
    public static String duration(long seconds) {
        if (seconds % SECONDS_PER_DAY == 0 && seconds > SECONDS_PER_DAY) {
            return seconds / SECONDS_PER_DAY + "d";
        }
        if (seconds % SECONDS_PER_HOUR == 0 && seconds > 0) {
            return seconds / SECONDS_PER_HOUR + "h";
        }
        return seconds % SECONDS_PER_MINUTE == 0 && seconds > 0 ? seconds / SECONDS_PER_MINUTE + "m" : seconds + "s";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }
}
