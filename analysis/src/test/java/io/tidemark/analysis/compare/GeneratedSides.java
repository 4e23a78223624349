package io.tidemark.analysis.compare;

import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Sides made up for tests: one question, a value per run. */
public final class GeneratedSides {
    public static final MeasureAtLoad TTFT_P99 =
            new MeasureAtLoad(Measure.quantile(Metric.TTFT, 0.99), LoadKind.RATE, 2);

    private GeneratedSides() {}

    public static ComparisonSide side(String name, MeasureAtLoad question, double... values) {
        return new ComparisonSide(
                name,
                IntStream.range(0, values.length)
                        .mapToObj(run -> run(name + run, new MeasuredValue(question, values[run], 1000)))
                        .toList());
    }

    public static RunMeasurements run(String id, MeasuredValue... figures) {
        return new RunMeasurements(id, Optional.empty(), List.of(figures));
    }

    static ComparedMeasure only(RunComparison comparison) {
        if (comparison.compared().size() != 1) {
            throw new AssertionError("expected one question but there are " + comparison.compared());
        }
        return comparison.compared().get(0);
    }
}
