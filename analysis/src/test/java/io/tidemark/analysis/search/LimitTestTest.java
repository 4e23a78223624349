package io.tidemark.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LimitTestTest {
    private final LimitTest onePercent = new LimitTest(0.01);

    @Test
    void aQuarterOfTheLimitHoldsTwiceTheLimitBreaksAndWhatIsBetweenIsNear() {
        assertThat(onePercent.stand(2, 1_000)).isEqualTo(Stand.HOLDS);
        assertThat(onePercent.stand(40, 2_000)).isEqualTo(Stand.BREAKS);
        assertThat(onePercent.stand(8, 950)).isEqualTo(Stand.NEAR);
    }

    @Test
    void tooFewDecideNothing() {
        assertThat(onePercent.stand(0, 400)).isEqualTo(Stand.OPEN);
    }

    @Test
    void aLoadWellBelowTheLimitIsDecidedSoonerThanOneAtIt() {
        assertThat(onePercent.expectedRequests(0.001)).isLessThan(onePercent.expectedRequests(0.005));
    }

    @Test
    void aLimitNearOneHasADoubleBelowOne() {
        assertThat(new LimitTest(0.5).breaks().high()).isEqualTo(0.75);
    }

    @Test
    void oneObjectiveThatBreaksIsEnoughAndAllMustHold() {
        assertThat(Stand.of(List.of(Stand.HOLDS, Stand.OPEN, Stand.BREAKS))).isEqualTo(Stand.BREAKS);
        assertThat(Stand.of(List.of(Stand.HOLDS, Stand.NEAR, Stand.OPEN))).isEqualTo(Stand.OPEN);
        assertThat(Stand.of(List.of(Stand.HOLDS, Stand.NEAR))).isEqualTo(Stand.NEAR);
        assertThat(Stand.of(List.of(Stand.HOLDS, Stand.HOLDS))).isEqualTo(Stand.HOLDS);
    }
}
