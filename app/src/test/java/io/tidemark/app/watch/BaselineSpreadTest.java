package io.tidemark.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class BaselineSpreadTest {
    private static final double MILLIS = 1e6;

    /** TTFT p50 of runs, milliseconds; the first is compared with all. */
    private static RunComparison oneOf(double... millis) {
        MeasureAtLoad ttft = new MeasureAtLoad(Measure.quantile(Metric.TTFT, 0.5), LoadKind.RATE, 2, RequestClass.ALL);
        List<RunMeasurements> runs = new ArrayList<>();
        for (double one : millis) {
            runs.add(new RunMeasurements(
                    "run-" + runs.size(),
                    Optional.of(Instant.EPOCH.plusSeconds(600L * runs.size())),
                    List.of(new MeasuredValue(ttft, one * MILLIS, 1_000))));
        }
        return RunComparison.of(
                new ComparisonSide("baseline", runs),
                new ComparisonSide("one", runs.subList(0, 1)),
                ComparisonPolicy.DEFAULT,
                RunVariance.NONE);
    }

    @Test
    void runsThatDifferByAFactorOfEightCannotShowOneThatIsTwiceAsSlow() {
        assertThat(BaselineSpread.blindness(oneOf(100, 400, 50, 250)).orElseThrow())
                .startsWith(
                        "cannot tell: the runs of the baseline differ so much that a run twice as slow is not seen: ");
    }

    @Test
    void runOfWhichNothingCanBeComparedIsNotSeen() {
        assertThat(BaselineSpread.blindness(oneOf(100)))
                .contains("cannot tell: no measure of a run and of the baseline can be compared");
    }

    @Test
    void runsThatDifferByAFewPerCentCan() {
        assertThat(BaselineSpread.blindness(oneOf(100, 103, 98, 101))).isEmpty();
    }
}
