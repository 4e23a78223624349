package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ObjectiveStanding;
import io.tidemark.sinks.store.read.BudgetRow;
import io.tidemark.sinks.store.read.BudgetRow.BurnRow;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ObjectiveWordsTest {
    private static final BurnRow FIRING = new BurnRow("page 14.4x over 2m/10s", ObjectiveStanding.FIRING, 22.31, 41.2);
    private static final BurnRow QUIET = new BurnRow("ticket 1x over 2h24m/12m", ObjectiveStanding.OK, 0.4, 0.1);

    private static String words(double left, BurnRow... burns) {
        return ObjectiveWords.budget(new BudgetRow(OptionalDouble.of(left), List.of(burns)));
    }

    @Test
    void whereNoBudgetIsKeptNothingIsSaid() {
        assertThat(ObjectiveWords.budget(BudgetRow.NONE)).isEmpty();
    }

    @Test
    void whatIsLeftIsSaidWithTheRulesThatFired() {
        assertThat(words(0.71, FIRING, QUIET))
                .isEqualTo("; error budget: 71 % left, page 14.4x over 2m/10s was burning at 22.3x");
        assertThat(words(1, QUIET)).isEqualTo("; error budget: 100 % left");
    }

    @Test
    void aBudgetThatIsSpentSaysHowManyTimesOver() {
        assertThat(words(0)).isEqualTo("; error budget: 0 % left");
        // two and a half budgets are gone, of one
        assertThat(words(-1.5)).isEqualTo("; error budget: spent 2.5 times over");
    }
}
