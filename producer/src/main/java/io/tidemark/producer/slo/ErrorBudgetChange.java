package io.tidemark.producer.slo;

import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.schemas.ErrorBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The error budget that an objective is to have which takes the place of another: what was asked for, in the words of a plan's {@code
 * slo.period} and {@code slo.burn}, and where nothing was, what the one before it has. Pure.
 *
 * @param period a duration, or {@code none}; empty for that of the objective before
 * @param burn rules; empty for those of the objective before, or with a period of its own for the default ones
 */
public record ErrorBudgetChange(Optional<String> period, List<String> burn) {
    private static final String NONE = "none";

    public ErrorBudgetChange {
        burn = List.copyOf(burn);
    }

    /** An objective with its budget, and what is left out of the default rules. */
    public record Changed(ObjectiveState objective, List<String> remarks) {}

    /**
     * Gives an objective its budget.
     *
     * @param before what holds under its name now
     * @throws IllegalArgumentException naming each rule that what was asked for breaks
     */
    public Changed applyTo(ObjectiveState objective, Optional<ObjectiveState> before) {
        Optional<ErrorBudgetPlan> plan = plan(before);
        if (plan.isEmpty()) {
            return new Changed(objective, List.of());
        }
        ErrorBudgetPlan.Result given = plan.get().applyTo(objective);
        if (!given.problems().isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", given.problems()));
        }
        return new Changed(given.objective(), given.remarks());
    }

    private Optional<ErrorBudgetPlan> plan(Optional<ObjectiveState> before) {
        if (period.filter(NONE::equals).isPresent()) {
            if (!burn.isEmpty()) {
                throw new IllegalArgumentException("--burn must not be given with --period none: there is no budget");
            }
            return Optional.empty();
        }
        if (period.isPresent()) {
            long seconds = seconds(period.get());
            return Optional.of(
                    burn.isEmpty()
                            ? ErrorBudgetPlan.ofDefaults(seconds)
                            : new ErrorBudgetPlan(seconds, rules(), false));
        }
        Optional<ObjectiveState> budgeted = before.filter(objective -> objective.getPeriodSeconds() > 0);
        if (!burn.isEmpty() && budgeted.isEmpty()) {
            throw new IllegalArgumentException(
                    "--burn needs --period: the objective that it replaces has no error budget");
        }
        return budgeted.map(objective -> new ErrorBudgetPlan(
                objective.getPeriodSeconds(), burn.isEmpty() ? kept(objective) : rules(), burn.isEmpty()));
    }

    private static List<BurnRateRuleSpec> kept(ObjectiveState before) {
        return before.getBurnRules().stream().map(BurnRateRuleSpec::fixed).toList();
    }

    private List<BurnRateRuleSpec> rules() {
        List<BurnRateRuleSpec> rules = new ArrayList<>();
        for (String text : burn) {
            try {
                rules.add(BurnRateRuleSpec.parse(text));
            } catch (InvalidValueException e) {
                throw new IllegalArgumentException("--burn " + e.getMessage() + " but was " + text, e);
            }
        }
        return rules;
    }

    private static long seconds(String text) {
        long seconds = ValueTypes.duration(text).map(Duration::toSeconds).orElse(0L);
        if (seconds < 1 || seconds > ErrorBudget.MAX_PERIOD_SECONDS) {
            throw new IllegalArgumentException(
                    "--period must be none, or a duration between 1s and 90d, but was " + text);
        }
        return seconds;
    }
}
