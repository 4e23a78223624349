package io.tidemark.analysis.compare;

import static io.tidemark.analysis.compare.GeneratedSides.TTFT_P99;
import static io.tidemark.analysis.compare.GeneratedSides.side;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpreadDifferenceTest {
    /** Twenty runs that vary by 1 % up and down. */
    private static final double[] STEADY =
            IntStream.range(0, 20).mapToDouble(run -> run % 2 == 0 ? 99 : 101).toArray();

    @Test
    void fewRunsThatVaryMoreAreToldWithWhatFollows() {
        // Deviations of the logarithms: 0.1003 over 0.01026, and F(2, 19) passes 95 in less than 1 of 10^10 cases.
        assertThat(compared(STEADY, 90.5, 100, 110.6).spreadDoubt())
                .hasValue(
                        "the runs of \"tuned\" vary 9.8 times as much as those of \"base\" (ttft p99 at 2 req/s; F test)"
                                + " and are fewer (3 against 20): they alone tell how sure a difference is; add runs of that side");
    }

    @Test
    void manyRunsThatVaryMoreAreToldAlone() {
        assertThat(compared(new double[] {99.99, 100, 100.01}, STEADY).spreadDoubt())
                .hasValueSatisfying(description -> assertThat(description)
                        .startsWith("the runs of \"tuned\" vary 102.6 times")
                        .endsWith("F test)"));
    }

    @Test
    void whatChanceMayDoIsNotTold() {
        assertThat(compared(STEADY, 98, 100, 102).spreadDoubt()).isEmpty();
        assertThat(compared(new double[] {99, 100, 101}, 97, 100, 103).spreadDoubt())
                .isEmpty();
    }

    @Test
    void twoRunsAndRunsThatAreAllAlikeTellNothing() {
        assertThat(compared(STEADY, 80, 120).spreadDoubt()).isEmpty();
        assertThat(compared(STEADY, 100, 100, 100).spreadDoubt()).isEmpty();
    }

    private static RunComparison compared(double[] base, double... tuned) {
        return RunComparison.of(side("base", TTFT_P99, base), side("tuned", TTFT_P99, tuned), ComparisonPolicy.DEFAULT);
    }
}
