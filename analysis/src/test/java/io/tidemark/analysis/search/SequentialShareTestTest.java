package io.tidemark.analysis.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.search.SequentialShareTest.Choice;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequentialShareTestTest {
    /** A bad one adds ln 4 = 1.386, a good one ln(0.99 / 0.9975) = -0.00755; the bounds are +-ln 39 = 3.664. */
    private final SequentialShareTest test = new SequentialShareTest(0.0025, 0.01, 0.025);

    @Test
    void fourHundredEightySixGoodOnesAndNoBadOneChooseTheLowShare() {
        assertThat(test.choice(0, 485)).isEqualTo(Choice.OPEN);
        assertThat(test.choice(0, 486)).isEqualTo(Choice.LOW);
    }

    @Test
    void threeBadOnesOfAFewChooseTheHighShare() {
        assertThat(test.choice(2, 10)).isEqualTo(Choice.OPEN);
        assertThat(test.choice(3, 10)).isEqualTo(Choice.HIGH);
    }

    @Test
    void theEvenShareIsWhereOneBadOneIsMadeUpForByTheGoodOnesBesideIt() {
        assertThat(test.evenShare()).isCloseTo(0.00755 / (1.38629 + 0.00755), within(1e-5));
    }

    @Test
    void whereNothingDriftsItTakesTheSquaredBoundOverTheVarianceOfAStep() {
        double share = test.evenShare();
        double variance = share * 1.38629 * 1.38629 + (1 - share) * 0.00755 * 0.00755;
        assertThat(test.expectedRequests(share)).isCloseTo(3.66356 * 3.66356 / variance, within(1.5));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0025, 0.0054, 0.01})
    void errorsAndLengthsAreThoseThatWaldPromises(double share) {
        SplittableRandom random = new SplittableRandom(Math.round(share * 1e6));
        int chosenHigh = 0;
        long requests = 0;
        int runs = 4_000;
        for (int run = 0; run < runs; run++) {
            int bad = 0;
            int n = 0;
            while (test.choice(bad, n) == Choice.OPEN) {
                bad += random.nextDouble() < share ? 1 : 0;
                n++;
            }
            chosenHigh += test.choice(bad, n) == Choice.HIGH ? 1 : 0;
            requests += n;
        }
        // Overshoot makes errors smaller and tests longer than Wald's approximation, by up to a fifth here.
        assertThat((double) requests / runs)
                .isBetween(0.95 * test.expectedRequests(share), 1.3 * test.expectedRequests(share));
        double wrong = share < test.evenShare() ? (double) chosenHigh / runs : 1 - (double) chosenHigh / runs;
        assertThat(wrong).isLessThan(share == 0.0054 ? 0.6 : 0.03);
    }

    @Test
    void sharesInTheWrongOrderAreRefused() {
        assertThatThrownBy(() -> new SequentialShareTest(0.01, 0.0025, 0.025))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("shares must be 0 < low < high < 1 but were 0.01 and 0.0025");
    }
}
