package io.tidemark.analysis.designeffect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** An hour of one request a second, in blocks of ten seconds. */
class LongDependenceTest {
    private static final long BLOCK = 10_000_000_000L;
    private static final int BLOCKS = 360;

    @Test
    void twoSlowSpellsOfFourMinutesInAnHourAreSeen() {
        // 360 blocks joined by 32 are 11 of 320 s, compared with 45 of 80 s
        assertThat(LongDependence.blockNanos(hour(1, block -> block / 24 == 3 || block / 24 == 11)))
                .hasValue(32 * BLOCK);
    }

    @Test
    void statesOfFifteenSecondsAreNot() {
        assertThat(LongDependence.blockNanos(hour(2, block -> block * 10 / 15 % 3 == 0)))
                .isEmpty();
    }

    @Test
    void independentRequestsSeldomAre() {
        long seen = 0;
        for (int seed = 0; seed < 400; seed++) {
            seen += LongDependence.blockNanos(hour(100 + seed, block -> false)).isPresent() ? 1 : 0;
        }

        assertThat(seen).isLessThanOrEqualTo(12);
    }

    @Test
    void aStepOfTwoMinutesCannotTell() {
        assertThat(LongDependence.blockNanos(hour(3, block -> block < 180).merged(30)))
                .isEmpty();
    }

    /** Requests score 0 to 1; in slow blocks half as much again. */
    private static RankScores hour(int seed, IntPredicate slow) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] counts = new long[BLOCKS];
        double[] sums = new double[BLOCKS];
        double squares = 0;
        double total = 0;
        Arrays.fill(counts, 10);
        for (int request = 0; request < 10 * BLOCKS; request++) {
            double score = random.nextDouble() + (slow.test(request / 10) ? 0.5 : 0);
            sums[request / 10] += score;
            total += score;
            squares += score * score;
        }
        double mean = total / (10 * BLOCKS);
        return new RankScores(BLOCK, counts, sums, squares / (10 * BLOCKS) - mean * mean);
    }
}
