package io.tidemark.producer.plan;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives objectives the burn-rate rules of a period, each checked by {@link ErrorBudget}. Rules that were asked for are refused if they do
 * not fit; those that nobody asked for are left out, and that is said.
 */
record BudgetPlan(long periodSeconds, List<BurnGrammar> rules, boolean byDefault) {
    /** An objective with its rules, what is wrong with them, and what is left out of the default ones. */
    record Given(ObjectiveState objective, List<String> problems, List<String> remarks) {}

    /** With the rules that a period has where none are given. */
    static BudgetPlan ofDefaults(long periodSeconds) {
        return new BudgetPlan(periodSeconds, BurnGrammar.DEFAULTS, true);
    }

    Given to(ObjectiveState objective) {
        ObjectiveState budgeted = ObjectiveState.newBuilder(objective)
                .setPeriodSeconds(Math.toIntExact(periodSeconds))
                .build();
        List<BurnRule> fitting = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (BurnGrammar grammar : rules) {
            BurnRule rule = grammar.over(periodSeconds);
            Optional<String> problem = ErrorBudget.problem(rule, budgeted);
            problem.ifPresentOrElse(refused::add, () -> fitting.add(rule));
        }
        ObjectiveState given =
                ObjectiveState.newBuilder(budgeted).setBurnRules(fitting).build();
        if (byDefault) {
            return new Given(
                    given,
                    List.of(),
                    refused.stream().map(each -> each + "; left out").toList());
        }
        ErrorBudget.tooMany(given).ifPresent(refused::add);
        if (refused.isEmpty()) {
            ErrorBudget.twice(given).ifPresent(refused::add);
        }
        return new Given(given, refused, List.of());
    }
}
