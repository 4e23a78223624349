package io.tidemark.analysis.compare;

import static io.tidemark.analysis.compare.GeneratedSides.TTFT_P99;
import static io.tidemark.analysis.compare.GeneratedSides.side;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import org.junit.jupiter.api.Test;

final class RegressionSuspicionTest {
    private static final double[] BASE = {98, 100, 102, 99, 101};
    private static final MeasureAtLoad TPOT_P99 =
            new MeasureAtLoad(Measure.quantile(Metric.TPOT, 0.99), LoadKind.RATE, 2);

    @Test
    void aRunFarAboveTheBaselinesSpreadIsSuspected() {
        RegressionSuspicion suspicion = suspicion(130);

        assertThat(suspicion.isSuspected()).isTrue();
        assertThat(suspicion.suspected().get(0).question()).isEqualTo(TTFT_P99);
        assertThat(suspicion.suspected().get(0).verdict()).isEqualTo(ComparisonVerdict.SCREENING);
    }

    @Test
    void neitherABetterRunNorOneWithinTheMarginIs() {
        assertThat(suspicion(70).isSuspected()).isFalse();
        // The margin at p99 is 10 %.
        assertThat(suspicion(109).isSuspected()).isFalse();
    }

    /** sd of the logarithms is 0.0158; the interval of one more run is 2.776 x 0.0158 x sqrt(1 + 1 / 5) = 0.048. */
    @Test
    void aRunBeyondTheMarginWithinTheSpreadIsNot() {
        assertThat(RegressionSuspicion.of(compared(side("base", TTFT_P99, 80, 100, 120), 125))
                        .isSuspected())
                .isFalse();
    }

    @Test
    void oneRunASideTellsNothingOfTheSpread() {
        assertThat(RegressionSuspicion.of(compared(side("base", TTFT_P99, 100), 200))
                        .isSuspected())
                .isFalse();
    }

    @Test
    void whatIsWorseAgainIsConfirmedAndNothingElse() {
        RegressionSuspicion suspicion = suspicion(130);

        assertThat(suspicion.confirmedBy(compared(side("base", TTFT_P99, BASE), 128, 131)))
                .extracting(ComparedMeasure::question)
                .containsExactly(TTFT_P99);
        assertThat(suspicion.confirmedBy(compared(side("base", TTFT_P99, BASE), 101, 99)))
                .isEmpty();
        assertThat(suspicion.confirmedBy(RunComparison.of(
                        side("base", TPOT_P99, BASE), side("again", TPOT_P99, 128, 131), ComparisonPolicy.DEFAULT)))
                .isEmpty();
    }

    private static RegressionSuspicion suspicion(double newest) {
        return RegressionSuspicion.of(compared(side("base", TTFT_P99, BASE), newest));
    }

    private static RunComparison compared(ComparisonSide base, double... runs) {
        return RunComparison.of(base, side("newest", TTFT_P99, runs), ComparisonPolicy.DEFAULT);
    }
}
