package io.tidemark.analysis.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EDivisiveTest {
    /** Two zeros and two ones: E = 2 x 1 - 0 - 0, Q = 2 x 2 / 4 x 2 = 2. */
    @Test
    void theEnergyOfASplitIsThatOfTheFormula() {
        assertThat(SeriesSplit.best(new double[] {0, 0, 1, 1}, 2)).isEqualTo(new SeriesSplit(2, 2));
    }

    /** Cut after 0, 2 with 5, 9 behind: between (5 + 9 + 3 + 7) / 4 = 6, within 2 and 4, so E = 12 - 6 = 6 and Q = 6. */
    @Test
    void distancesWithinTheSidesAreTakenOff() {
        assertThat(SeriesSplit.best(new double[] {0, 2, 5, 9}, 2)).isEqualTo(new SeriesSplit(2, 6));
    }

    @Test
    void aStepIsFoundWhereItIs() {
        List<ChangePoint> found = EDivisive.DEFAULT.of(noisy(5, 20, 100, 20, 120), new SplittableRandom(1));
        assertThat(found).singleElement().satisfies(change -> {
            assertThat(change.index()).isEqualTo(20);
            assertThat(change.change()).isCloseTo(0.2, within(0.03));
            assertThat(change.p()).isEqualTo(0.002);
        });
    }

    @Test
    void aStepUpAndBackIsTwoChanges() {
        List<ChangePoint> found = EDivisive.DEFAULT.of(noisy(6, 20, 100, 10, 120, 20, 100), new SplittableRandom(1));
        assertThat(found).extracting(ChangePoint::index).containsExactly(20, 30);
    }

    @Test
    void oneOutlierIsNoChange() {
        double[] series = noisy(7, 40, 100);
        series[20] = 300;
        assertThat(EDivisive.DEFAULT.of(series, new SplittableRandom(1))).isEmpty();
    }

    @Test
    void aSeriesOfEqualValuesOrTooFewHasNoChange() {
        assertThat(EDivisive.DEFAULT.of(new double[50], new SplittableRandom(1)))
                .isEmpty();
        assertThat(EDivisive.DEFAULT.of(new double[] {1, 1, 1, 9, 9}, new SplittableRandom(1)))
                .isEmpty();
        assertThat(EDivisive.DEFAULT.of(new double[0], new SplittableRandom(1))).isEmpty();
    }

    @Test
    void theSameRandomnessGivesTheSame() {
        double[] series = noisy(8, 15, 100, 15, 106);
        assertThat(EDivisive.DEFAULT.of(series, new SplittableRandom(3)))
                .isEqualTo(EDivisive.DEFAULT.of(series, new SplittableRandom(3)));
    }

    /** Of 100 steady histories of 30 runs, at a level of 1 %, 5 or fewer: P(Bin(100, 0.01) > 5) = 0.05 %. */
    @Test
    void steadyHistoriesRarelyChange() {
        EDivisive quick = new EDivisive(0.01, 99, 3, 0);
        long changed = IntStream.range(0, 100)
                .filter(seed -> !quick.of(noisy(seed, 30, 100), new SplittableRandom(seed))
                        .isEmpty())
                .count();
        assertThat(changed).isLessThanOrEqualTo(5);
    }

    @Test
    void tooFewPermutationsForTheLevelAreRefused() {
        assertThatThrownBy(() -> new EDivisive(0.01, 50, 3, 0))
                .hasMessage("permutations must be at least 1 / level - 1 = 99 but was 50: no split could be kept");
    }

    /** Lengths and levels in turn, with 3 % of noise. */
    private static double[] noisy(long seed, double... lengthsAndLevels) {
        RandomGenerator random = new SplittableRandom(seed);
        return IntStream.range(0, lengthsAndLevels.length / 2)
                .boxed()
                .flatMapToDouble(part -> random.doubles((long) lengthsAndLevels[2 * part])
                        .map(uniform -> lengthsAndLevels[2 * part + 1] * (1 + 0.1 * (uniform - 0.5))))
                .toArray();
    }
}
