package io.tidemark.streams.breaches;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.streams.objectives.BurnRateMeter;
import io.tidemark.streams.objectives.ErrorBudgetCounts;
import io.tidemark.streams.objectives.ObjectiveMeter;
import io.tidemark.streams.objectives.WindowMeter;
import java.util.Optional;
import java.util.stream.Stream;

/** What a track follows: an objective over its own window, or one of its burn-rate rules. */
public record ObjectiveCondition(ObjectiveState objective, Optional<BurnRule> rule) {
    /** The objective's own window. */
    public static ObjectiveCondition window(ObjectiveState objective) {
        return new ObjectiveCondition(objective, Optional.empty());
    }

    /** All that is followed of an objective: its window first, then its rules. */
    public static Stream<ObjectiveCondition> of(ObjectiveState objective) {
        return Stream.concat(
                Stream.of(window(objective)),
                objective.getBurnRules().stream().map(rule -> new ObjectiveCondition(objective, Optional.of(rule))));
    }

    /** The rule in words; empty for the objective's own window. */
    public String description() {
        return rule.map(ErrorBudget::description).orElse("");
    }

    /** Its windows: of the objective, or the long one of the rule. */
    public int windowSeconds() {
        return rule.map(BurnRule::getLongSeconds).orElse(objective.getWindowSeconds());
    }

    ObjectiveMeter meter(ErrorBudgetCounts budget) {
        return rule.<ObjectiveMeter>map(burning -> new BurnRateMeter(objective, burning, budget))
                .orElseGet(() -> new WindowMeter(objective, budget.seconds()));
    }

    AlertRule alarmRule() {
        return rule.map(burning -> AlertRule.of(objective, burning)).orElseGet(() -> AlertRule.of(objective));
    }
}
