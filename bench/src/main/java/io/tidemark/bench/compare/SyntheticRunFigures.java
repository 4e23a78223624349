package io.tidemark.bench.compare;

import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Runs whose figures vary by 5 %. Stateless. */
final class SyntheticRunFigures {
    private static final long REQUESTS = 3_000;
    private static final double[] QUANTILES = {0.5, 0.95, 0.99};

    private SyntheticRunFigures() {}

    static ComparisonSide side(String name, CompareSize size, double factor, RandomGenerator random) {
        return new ComparisonSide(
                name,
                IntStream.range(0, size.runsPerSide())
                        .mapToObj(run -> new RunMeasurements(
                                name + run, Optional.empty(), figures(size.loads(), factor, random)))
                        .toList());
    }

    private static List<MeasuredValue> figures(int loads, double factor, RandomGenerator random) {
        List<MeasuredValue> figures = new ArrayList<>();
        for (int load = 1; load <= loads; load++) {
            double ofRun = factor * Math.exp(0.05 * random.nextGaussian());
            for (Metric metric : List.of(Metric.TTFT, Metric.TPOT, Metric.ITL, Metric.E2E)) {
                for (double quantile : QUANTILES) {
                    figures.add(figure(Measure.quantile(metric, quantile), load, 1e8 * quantile * ofRun));
                }
            }
            figures.add(figure(Measure.goodput(), load, load / ofRun));
            figures.add(figure(Measure.errorShare(), load, 0.001));
        }
        return figures;
    }

    private static MeasuredValue figure(Measure measure, int load, double value) {
        return new MeasuredValue(new MeasureAtLoad(measure, LoadKind.RATE, load), value, REQUESTS);
    }
}
