package io.tidemark.app.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.slo.ErrorBudgetChange;
import io.tidemark.producer.slo.ObjectiveSyntax;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SloFormatTest {
    private static final ObjectiveState LINE = ObjectiveSyntax.parse("ttft p99 < 500us class chat min 20");

    private static ObjectiveState budgeted(String... burn) {
        return new ErrorBudgetChange(Optional.of("24h"), List.of(burn))
                .applyTo(LINE, Optional.empty())
                .objective();
    }

    @Test
    void allThatAnObjectiveIsIsShownAsAPlanHasIt() {
        assertThat(SloFormat.lines(budgeted("page 14.4x spends 2%", "ticket 1x over 2h24m for 1m clear_at 50%")))
                .containsExactly(
                        "ttft p99 < 500us over 1m for 0s clear 10s min 20 class chat clear_at 100% level 1% firing 0s"
                                + " flapping 4/30m",
                        "period 24h",
                        "burn page 14.4x over 2m/10s for 0s clear_at 75% clear 2",
                        "burn ticket 1x over 2h24m/12m for 1m clear_at 50% clear 2");
    }

    @Test
    void thatThereIsNoBudgetIsSaid() {
        assertThat(SloFormat.lines(LINE)).hasSize(2).last().isEqualTo("no error budget");
    }

    @Test
    void aBudgetIsALineBeforeARun() {
        assertThat(SloFormat.budgetText(budgeted("page 14.4x spends 2%", "page 6x over 12m")))
                .isEqualTo("of 24h: page 14.4x over 2m/10s, page 6x over 12m/1m");
        assertThat(SloFormat.budgetText(
                        ObjectiveState.newBuilder(LINE).setPeriodSeconds(8_640).build()))
                .isEqualTo("of 2h24m: no rules");
    }
}
