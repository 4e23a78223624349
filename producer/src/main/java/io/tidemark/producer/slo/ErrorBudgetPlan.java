package io.tidemark.producer.slo;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives objectives the burn-rate rules of a period, each checked by {@link ErrorBudget}. Rules that were asked for are refused if they do
 * not fit; default rules that do not fit are left out, and that is reported.
 */
public record ErrorBudgetPlan(long periodSeconds, List<BurnRateRuleSpec> rules, boolean byDefault) {
    /** An objective with its rules, what is wrong with them, and what is left out of the default ones. */
    public record Result(ObjectiveState objective, List<String> problems, List<String> remarks) {}

    /** With the rules that a period has where none are given. */
    public static ErrorBudgetPlan ofDefaults(long periodSeconds) {
        return new ErrorBudgetPlan(periodSeconds, BurnRateRuleSpec.DEFAULTS, true);
    }

    public Result applyTo(ObjectiveState objective) {
        ObjectiveState budgeted = ObjectiveState.newBuilder(objective)
                .setPeriodSeconds(Math.toIntExact(periodSeconds))
                .build();
        List<BurnRule> fitting = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (BurnRateRuleSpec grammar : rules) {
            BurnRule rule = grammar.scaledTo(periodSeconds);
            Optional<String> problem = ErrorBudget.problem(rule, budgeted);
            problem.ifPresentOrElse(refused::add, () -> fitting.add(rule));
        }
        ObjectiveState given =
                ObjectiveState.newBuilder(budgeted).setBurnRules(fitting).build();
        if (byDefault) {
            return new Result(
                    given,
                    List.of(),
                    refused.stream().map(each -> each + "; left out").toList());
        }
        ErrorBudget.excessRules(given).ifPresent(refused::add);
        if (refused.isEmpty()) {
            ErrorBudget.duplicateRules(given).ifPresent(refused::add);
        }
        return new Result(given, refused, List.of());
    }
}
