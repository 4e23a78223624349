package io.tidemark.streams.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TickPaceTest {
    @Test
    void aSlowMachineMakesSmallerStepsAndAQuickOneLargeOnes() {
        TickPace pace = new TickPace();
        assertThat(pace.records()).isEqualTo(TickPace.MOST);
        for (int tick = 0; tick < 20; tick++) {
            pace.took(pace.records(), 30 * pace.records() / 100); // 0.3 ms a record
        }
        assertThat(pace.records()).isBetween(150L, 350L);
        for (int tick = 0; tick < 20; tick++) {
            pace.took(pace.records(), pace.records() / 100);
        }
        assertThat(pace.records()).isEqualTo(TickPace.MOST);
    }

    @Test
    void itNeverStops() {
        TickPace pace = new TickPace();
        for (int tick = 0; tick < 100; tick++) {
            pace.took(1, 60_000);
        }
        assertThat(pace.records()).isEqualTo(TickPace.LEAST);
    }

    @Test
    void idleTicksSayNothing() {
        TickPace pace = new TickPace();
        pace.took(5_000, 500);
        pace.took(3, 1);
        assertThat(pace.records()).isEqualTo(TickPace.MOST / 2);
    }
}
