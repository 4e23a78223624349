package io.tidemark.streams.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdaptiveTickBudgetTest {
    @Test
    void aSlowMachineMakesSmallerStepsAndAQuickOneLargeOnes() {
        AdaptiveTickBudget pace = new AdaptiveTickBudget();
        assertThat(pace.share()).isEqualTo(1);
        for (int tick = 0; tick < 20; tick++) {
            pace.onTick(true, (long) (1_500 * pace.share()));
        }
        assertThat(pace.share()).isBetween(0.03, 0.07);
        for (int tick = 0; tick < 20; tick++) {
            pace.onTick(true, (long) (50 * pace.share()));
        }
        assertThat(pace.share()).isEqualTo(1);
    }

    @Test
    void itNeverStops() {
        AdaptiveTickBudget pace = new AdaptiveTickBudget();
        for (int tick = 0; tick < 100; tick++) {
            pace.onTick(true, 60_000);
        }
        assertThat(pace.share()).isEqualTo(AdaptiveTickBudget.MIN_SHARE);
    }

    @Test
    void aTickWithLittleToDoChangesNothing() {
        AdaptiveTickBudget pace = new AdaptiveTickBudget();
        pace.onTick(true, 500);
        pace.onTick(false, 1);
        assertThat(pace.share()).isEqualTo(0.5);
    }
}
