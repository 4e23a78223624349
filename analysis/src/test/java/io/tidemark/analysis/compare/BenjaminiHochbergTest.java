package io.tidemark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BenjaminiHochbergTest {
    /** Ranked 0.01, 0.02, 0.03, 0.5: times 4 / rank 0.04, 0.04, 0.04, 0.5. */
    @Test
    void adjustedValuesKeepTheirPlaces() {
        assertThat(BenjaminiHochberg.adjusted(0.5, 0.02, 0.01, 0.03))
                .containsExactly(new double[] {0.5, 0.04, 0.04, 0.04}, within(1e-12));
    }

    /** 0.04 at rank 1 of 2 would be 0.08, but the larger one's 0.045 holds for it, too. */
    @Test
    void aSmallerValueIsNeverAdjustedBeyondALargerOne() {
        assertThat(BenjaminiHochberg.adjusted(0.04, 0.045)).containsExactly(new double[] {0.045, 0.045}, within(1e-12));
    }

    @Test
    void noneAreAdjustedToNone() {
        assertThat(BenjaminiHochberg.adjusted()).isEmpty();
    }
}
