package io.tidemark.producer.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The budget of an objective that takes the place of one with 24 h and one rule. */
class ErrorBudgetChangeTest {
    private static final ObjectiveState LINE = ObjectiveSyntax.parse("ttft_due p99 < 2s");
    private static final Optional<ObjectiveState> BEFORE =
            Optional.of(asked("24h", "page 10x over 1h/2m for 5s clear_at 50% clear 3")
                    .applyTo(LINE, Optional.empty())
                    .objective());

    private static ErrorBudgetChange asked(String period, String... burn) {
        return new ErrorBudgetChange(Optional.of(period), Arrays.asList(burn));
    }

    private static ErrorBudgetChange asked(List<String> burn) {
        return new ErrorBudgetChange(Optional.empty(), burn);
    }

    private static List<String> rules(ObjectiveState objective) {
        return objective.getBurnRules().stream().map(ErrorBudget::description).toList();
    }

    @Test
    void whereNothingIsAskedForPeriodAndRulesStayAsTheyAre() {
        ObjectiveState now = asked(List.of()).applyTo(LINE, BEFORE).objective();
        assertThat(now.getPeriodSeconds()).isEqualTo(86_400);
        assertThat(now.getBurnRules()).isEqualTo(BEFORE.orElseThrow().getBurnRules());
        assertThat(asked(List.of()).applyTo(LINE, Optional.empty()).objective()).isEqualTo(LINE);
    }

    @Test
    void aRuleThatTheNewObjectiveCannotKeepIsLeftOutAndThatIsSaid() {
        ErrorBudgetChange.Changed changed =
                asked(List.of()).applyTo(ObjectiveSyntax.parse("ttft_due p80 < 2s"), BEFORE);
        assertThat(changed.objective().getPeriodSeconds()).isEqualTo(86_400);
        assertThat(changed.objective().getBurnRules()).isEmpty();
        assertThat(changed.remarks())
                .containsExactly("burn-rate rule 'page 10x over 1h/2m' of 'ttft_due p80 < 2s' can never fire: with 20 %"
                        + " allowed, the budget burns at 5x if every request is bad; left out");
    }

    @Test
    void rulesAloneAreOnThePeriodOfBefore() {
        ObjectiveState now =
                asked(List.of("ticket 1x spends 10%")).applyTo(LINE, BEFORE).objective();
        assertThat(now.getPeriodSeconds()).isEqualTo(86_400);
        assertThat(rules(now)).containsExactly("ticket 1x over 2h24m/12m");
        assertThatThrownBy(() -> asked(List.of("page 2x over 1h")).applyTo(LINE, Optional.empty()))
                .hasMessageStartingWith("--burn needs --period");
    }

    @Test
    void aPeriodAloneHasThePlansDefaultRules() {
        ObjectiveState now = asked("12h").applyTo(LINE, BEFORE).objective();
        assertThat(now.getPeriodSeconds()).isEqualTo(43_200);
        assertThat(rules(now))
                .containsExactly(
                        "page 14.4x over 1m/5s",
                        "page 6x over 6m/30s",
                        "ticket 3x over 24m/2m",
                        "ticket 1x over 1h12m/6m");
    }

    @Test
    void aBudgetCanBeTakenAway() {
        assertThat(asked("none").applyTo(LINE, BEFORE).objective()).isEqualTo(LINE);
        assertThatThrownBy(() -> asked("none", "page 2x over 1h").applyTo(LINE, BEFORE))
                .hasMessageStartingWith("--burn must not be given with --period none");
    }

    @Test
    void whatWasAskedForAndCannotBeIsRefused() {
        for (String period : new String[] {"soon", "0s", "91d", "run"}) {
            assertThatThrownBy(() -> asked(period).applyTo(LINE, BEFORE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("--period must be none, or a duration between 1s and 90d, but was " + period);
        }
        assertThatThrownBy(() -> asked(List.of("fast")).applyTo(LINE, BEFORE))
                .hasMessageStartingWith("--burn must be a burn-rate rule such as")
                .hasMessageEndingWith("but was fast");
        assertThatThrownBy(() -> asked(List.of("page 101x over 1h")).applyTo(LINE, BEFORE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("can never fire: with 1 % allowed");
    }
}
