package io.tidemark.streams.slo;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import java.util.Optional;
import java.util.stream.Stream;

/** What a track follows: an objective over its own window, or one of its burn-rate rules. */
public record Watched(ObjectiveState objective, Optional<BurnRule> rule) {
    /** The objective's own window. */
    public static Watched window(ObjectiveState objective) {
        return new Watched(objective, Optional.empty());
    }

    /** All that is followed of an objective: its window first, then its rules. */
    public static Stream<Watched> of(ObjectiveState objective) {
        return Stream.concat(
                Stream.of(window(objective)),
                objective.getBurnRules().stream().map(rule -> new Watched(objective, Optional.of(rule))));
    }

    /** The rule in words; empty for the objective's own window. */
    public String words() {
        return rule.map(ErrorBudget::words).orElse("");
    }

    /** Its windows: of the objective, or the long one of the rule. */
    public int windowSeconds() {
        return rule.map(BurnRule::getLongSeconds).orElse(objective.getWindowSeconds());
    }

    Meter meter(Budget budget) {
        return rule.<Meter>map(burning -> new BurnMeter(objective, burning, budget))
                .orElseGet(() -> new WindowMeter(objective, budget.seconds()));
    }

    AlarmRule alarmRule() {
        return rule.map(burning -> AlarmRule.of(objective, burning)).orElseGet(() -> AlarmRule.of(objective));
    }
}
