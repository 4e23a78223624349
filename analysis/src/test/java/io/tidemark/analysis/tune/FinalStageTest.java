package io.tidemark.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FinalStageTest {
    private static final double HOUR = 3_600;

    private static double minutes(double budgetHours, int workloads) {
        return FinalStage.ofBudget(2, 5, workloads, budgetHours * HOUR, 120).seconds() / 60;
    }

    @Test
    void halfOfTheBudgetIsItsWithinLimits() {
        assertThat(minutes(20, 1)).isCloseTo(38, within(1e-9));
        assertThat(minutes(100, 1)).isEqualTo(48);
        assertThat(minutes(3, 1)).isEqualTo(20);
    }

    @Test
    void shortRunsGetUpToTwoThirds() {
        assertThat(minutes(12.5, 1)).isEqualTo(30);
        assertThat(minutes(10.5, 1)).isCloseTo(26, within(1e-9));
        assertThat(minutes(16, 1)).isEqualTo(30);
    }

    @Test
    void aRunOfTwoWorkloadsHasTheTimeOfTwo() {
        assertThat(minutes(12.5, 2)).isEqualTo(40);
        assertThat(minutes(100, 2)).isEqualTo(96);
    }
}
