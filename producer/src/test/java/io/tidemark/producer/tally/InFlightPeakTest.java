package io.tidemark.producer.tally;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InFlightPeakTest {
    private final InFlightPeak sweep = new InFlightPeak();

    @Test
    void thePeakIsWhereTheMostAreOpenAndWhenThatWasFirst() {
        // in flight: 10 -> 1, 20 -> 2, 30 -> 1, 40 -> 2, 50 -> 3, 60 -> 2, 70 -> 3
        sweep.started(10);
        sweep.started(20);
        sweep.ended(30);
        sweep.started(40);
        sweep.started(50);
        sweep.ended(60);
        sweep.started(70);

        assertThat(sweep.peak()).isEqualTo(3);
        assertThat(sweep.peakNanos()).isEqualTo(50);
    }

    @Test
    void atOneMomentEndsCountBeforeStarts() {
        sweep.started(10);
        sweep.started(20);
        sweep.ended(20);

        assertThat(sweep.peak()).isEqualTo(1);
        assertThat(sweep.peakNanos()).isEqualTo(10);
    }

    @Test
    void whatStartsAtOnceIsInFlightTogether() {
        sweep.started(5);
        sweep.started(5);
        sweep.started(5);
        sweep.ended(9);

        assertThat(sweep.peak()).isEqualTo(3);
        assertThat(sweep.peakNanos()).isEqualTo(5);
    }

    @Test
    void clocksMayBeNegativeAndNothingHasNoPeak() {
        assertThat(sweep.peak()).isZero();
        sweep.started(-100);
        sweep.started(-50);
        sweep.ended(-40);

        assertThat(sweep.peak()).isEqualTo(2);
        assertThat(sweep.peakNanos()).isEqualTo(-50);
    }
}
