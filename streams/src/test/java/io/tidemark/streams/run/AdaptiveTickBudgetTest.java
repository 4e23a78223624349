package io.tidemark.streams.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdaptiveTickBudgetTest {
    @Test
    void aSlowMachineMakesSmallerStepsAndAQuickOneLargeOnes() {
        AdaptiveTickBudget pace = new AdaptiveTickBudget();
        assertThat(pace.records()).isEqualTo(AdaptiveTickBudget.MAX_RECORDS);
        for (int tick = 0; tick < 20; tick++) {
            pace.onTick(pace.records(), 30 * pace.records() / 100); // 0.3 ms a record
        }
        assertThat(pace.records()).isBetween(150L, 350L);
        for (int tick = 0; tick < 20; tick++) {
            pace.onTick(pace.records(), pace.records() / 100);
        }
        assertThat(pace.records()).isEqualTo(AdaptiveTickBudget.MAX_RECORDS);
    }

    @Test
    void itNeverStops() {
        AdaptiveTickBudget pace = new AdaptiveTickBudget();
        for (int tick = 0; tick < 100; tick++) {
            pace.onTick(1, 60_000);
        }
        assertThat(pace.records()).isEqualTo(AdaptiveTickBudget.MIN_RECORDS);
    }

    @Test
    void idleTicksSayNothing() {
        AdaptiveTickBudget pace = new AdaptiveTickBudget();
        pace.onTick(5_000, 500);
        pace.onTick(3, 1);
        assertThat(pace.records()).isEqualTo(AdaptiveTickBudget.MAX_RECORDS / 2);
    }
}
