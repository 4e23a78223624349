package io.tidemark.analysis.objective;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.sketch.LogHistogram;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** 400 values around 10 ms that tell as much as 15 independent ones. */
class LimitClearanceTest {
    private static final long MILLIS = 1_000_000;
    private static final int EFFECTIVE = 15;

    @Test
    void valuesThatDifferByATenthAreClearOfALimitSixTimesAsLarge() {
        assertThat(LimitClearance.holds(values(0.1), 60 * MILLIS, 0.95, EFFECTIVE))
                .isTrue();
    }

    @Test
    void notIfTheyDifferByAFactorOfTwo() {
        // 4 standard deviations of 0.7 are a factor of 16
        assertThat(LimitClearance.holds(values(0.7), 90 * MILLIS, 0.95, EFFECTIVE))
                .isFalse();
    }

    @Test
    void notIfOneIsNearTheLimit() {
        LogHistogram values = values(0.1);
        values.add(45 * MILLIS);

        assertThat(LimitClearance.holds(values, 60 * MILLIS, 0.95, EFFECTIVE)).isFalse();
    }

    @Test
    void fiveEffectiveValuesSayNothingOfASpread() {
        assertThat(LimitClearance.holds(values(0.1), 60 * MILLIS, 0.95, 5.9)).isFalse();
    }

    private static LogHistogram values(double sigma) {
        SplittableRandom random = new SplittableRandom(7);
        LogHistogram values = new LogHistogram();
        for (int i = 0; i < 400; i++) {
            values.add(Math.round(10 * MILLIS * Math.exp(sigma * random.nextGaussian())));
        }
        return values;
    }
}
