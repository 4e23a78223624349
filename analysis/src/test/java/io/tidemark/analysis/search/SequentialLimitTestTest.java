package io.tidemark.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SequentialLimitTestTest {
    private final SequentialLimitTest onePercent = new SequentialLimitTest(0.01);

    @Test
    void aQuarterOfTheLimitHoldsTwiceTheLimitBreaksAndWhatIsBetweenIsNear() {
        assertThat(onePercent.decide(2, 1_000)).isEqualTo(LimitDecision.HOLDS);
        assertThat(onePercent.decide(40, 2_000)).isEqualTo(LimitDecision.BREAKS);
        assertThat(onePercent.decide(8, 950)).isEqualTo(LimitDecision.NEAR);
    }

    @Test
    void tooFewDecideNothing() {
        assertThat(onePercent.decide(0, 400)).isEqualTo(LimitDecision.OPEN);
    }

    @Test
    void aLoadWellBelowTheLimitIsDecidedSoonerThanOneAtIt() {
        assertThat(onePercent.expectedRequests(0.001)).isLessThan(onePercent.expectedRequests(0.005));
    }

    @Test
    void aLimitNearOneHasADoubleBelowOne() {
        assertThat(new SequentialLimitTest(0.5).breaks().high()).isEqualTo(0.75);
    }

    @Test
    void oneObjectiveThatBreaksIsEnoughAndAllMustHold() {
        assertThat(LimitDecision.of(List.of(LimitDecision.HOLDS, LimitDecision.OPEN, LimitDecision.BREAKS)))
                .isEqualTo(LimitDecision.BREAKS);
        assertThat(LimitDecision.of(List.of(LimitDecision.HOLDS, LimitDecision.NEAR, LimitDecision.OPEN)))
                .isEqualTo(LimitDecision.OPEN);
        assertThat(LimitDecision.of(List.of(LimitDecision.HOLDS, LimitDecision.NEAR)))
                .isEqualTo(LimitDecision.NEAR);
        assertThat(LimitDecision.of(List.of(LimitDecision.HOLDS, LimitDecision.HOLDS)))
                .isEqualTo(LimitDecision.HOLDS);
    }
}
