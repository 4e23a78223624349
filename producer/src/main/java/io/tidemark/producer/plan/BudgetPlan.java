package io.tidemark.producer.plan;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Gives objectives the burn-rate rules of a period, each rule checked: it must be able to fire, and its windows must fit. Rules that were asked
 * for are refused if they do not; those of the default set are left out, and that is said.
 */
record BudgetPlan(long periodSeconds, List<BurnGrammar> rules, boolean byDefault) {
    /** Below this the short window is no longer a twelfth of the long one. */
    static final int LEAST_LONG_SECONDS = ErrorBudget.SHORT_PART;

    /** Longest period: what windows are counted by is bounded. */
    static final long MOST_PERIOD_SECONDS = 90L * 86_400;

    /** An objective with its rules, what is wrong with them, and what is left out of the default ones. */
    record Given(ObjectiveState objective, List<String> problems, List<String> remarks) {}

    Given to(ObjectiveState objective) {
        List<BurnRule> fitting = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (BurnGrammar grammar : rules) {
            BurnRule rule = grammar.over(periodSeconds);
            Optional<String> problem = problem(rule, objective);
            if (problem.isPresent()) {
                refused.add("burn-rate rule '" + ErrorBudget.words(rule) + "' of '" + objective.getName() + "' "
                        + problem.get());
            } else {
                fitting.add(rule);
            }
        }
        ObjectiveState given = ObjectiveState.newBuilder(objective)
                .setPeriodSeconds(Math.toIntExact(periodSeconds))
                .setBurnRules(fitting)
                .build();
        List<String> remarks = refused.stream().map(each -> each + "; left out").toList();
        return byDefault ? new Given(given, List.of(), remarks) : new Given(given, refused, List.of());
    }

    private Optional<String> problem(BurnRule rule, ObjectiveState objective) {
        double allowed = ErrorBudget.allowedShare(objective);
        if (allowed <= 0) {
            return Optional.of("has no budget to burn: no request may be bad");
        }
        if (!ErrorBudget.canFire(rule.getBurn(), objective)) {
            return Optional.of("can never fire: with " + percent(allowed) + " allowed, the budget burns at "
                    + number(ErrorBudget.highestBurn(objective)) + "x if every request is bad");
        }
        if (rule.getLongSeconds() < LEAST_LONG_SECONDS) {
            return Optional.of("must have a long window of " + LEAST_LONG_SECONDS + " s or more, which the period of "
                    + ErrorBudget.duration(periodSeconds) + " does not give");
        }
        return rule.getLongSeconds() > periodSeconds
                ? Optional.of("must not look back for longer than the period of " + ErrorBudget.duration(periodSeconds))
                : Optional.empty();
    }

    private static String percent(double share) {
        return number(100 * share) + " %";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value)
                .replaceAll("(\\.\\d*?)0+$", "$1")
                .replaceAll("\\.$", "");
    }
}
