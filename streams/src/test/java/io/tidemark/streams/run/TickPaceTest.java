package io.tidemark.streams.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TickPaceTest {
    private final TickPace pace = new TickPace(() -> 0);

    @Test
    void aSlowMachineMakesSmallerStepsAndAQuickOneLargeOnes() {
        assertThat(pace.share()).isEqualTo(1);
        for (int tick = 0; tick < 20; tick++) {
            pace.adapt(true, (long) (1_500 * pace.share()));
        }
        assertThat(pace.share()).isBetween(0.03, 0.07);
        for (int tick = 0; tick < 20; tick++) {
            pace.adapt(true, (long) (50 * pace.share()));
        }
        assertThat(pace.share()).isEqualTo(1);
    }

    @Test
    void itNeverStops() {
        for (int tick = 0; tick < 100; tick++) {
            pace.adapt(true, 60_000);
        }
        assertThat(pace.share()).isEqualTo(TickPace.MIN_SHARE);
    }

    @Test
    void aTickWithLittleToDoChangesNothing() {
        pace.adapt(true, 500);
        pace.adapt(false, 1);
        assertThat(pace.share()).isEqualTo(0.5);
    }
}
