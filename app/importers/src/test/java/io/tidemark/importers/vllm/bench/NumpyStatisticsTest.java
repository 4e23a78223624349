package io.tidemark.importers.vllm.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumpyStatisticsTest {
    private static final double TOLERANCE = 1e-9;

    /** Of 10, 20, 40, 80 ms: positions 0, 1, 2, 3 of a line; 90 % is position 2.7. */
    @ParameterizedTest
    @CsvSource({"0, 10", "25, 17.5", "50, 30", "75, 50", "90, 68", "99, 78.8", "99.9, 79.88", "100, 80"})
    void percentilesLieOnTheLineBetweenNeighbours(double percent, double millis) {
        NumpyStatistics distribution = NumpyStatistics.ofSeconds(new double[] {0.08, 0.01, 0.04, 0.02});

        assertThat(distribution.percentileMillis(percent)).isEqualTo(millis, within(TOLERANCE));
    }

    /** Squared distances from 37.5: 756.25 + 306.25 + 6.25 + 1806.25 = 2875, over 4. */
    @Test
    void theDeviationIsThatOfThePopulation() {
        NumpyStatistics distribution = NumpyStatistics.ofSeconds(new double[] {0.01, 0.02, 0.04, 0.08});

        assertThat(distribution.meanMillis()).isEqualTo(37.5, within(TOLERANCE));
        assertThat(distribution.stdMillis()).isEqualTo(Math.sqrt(718.75), within(TOLERANCE));
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMiddleOfTwo() {
        assertThat(NumpyStatistics.ofSeconds(new double[] {0.04, 0.01, 0.02, 0.08})
                        .medianMillis())
                .isEqualTo(30, within(TOLERANCE));
        assertThat(NumpyStatistics.ofSeconds(new double[] {0.04, 0.01, 0.02}).medianMillis())
                .isEqualTo(20, within(TOLERANCE));
    }

    @Test
    void withoutValuesEverythingIsZero() {
        NumpyStatistics none = NumpyStatistics.ofSeconds(new double[0]);

        assertThat(none.meanMillis()).isZero();
        assertThat(none.medianMillis()).isZero();
        assertThat(none.stdMillis()).isZero();
        assertThat(none.percentileMillis(99)).isZero();
    }
}
