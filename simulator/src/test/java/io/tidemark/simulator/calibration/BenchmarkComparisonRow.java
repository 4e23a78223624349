package io.tidemark.simulator.calibration;

import io.tidemark.simulator.client.BenchServeMetric;
import java.util.OptionalDouble;

/**
 * A published figure beside the simulated one, both in the figure's unit.
 *
 * @param study where it was published
 * @param experiment which of its measurements
 * @param limitPercent how far off the simulated one may be; empty where it is only shown
 */
public record BenchmarkComparisonRow(
        String study,
        String experiment,
        BenchServeMetric figure,
        double published,
        double simulated,
        OptionalDouble limitPercent) {
    static final double MEAN_LIMIT_PERCENT = 15;
    static final double TAIL_LIMIT_PERCENT = 25;

    static BenchmarkComparisonRow of(
            String study, String experiment, BenchServeMetric figure, Pair values, double throughputLimitPercent) {
        OptionalDouble limit = switch (figure.kind()) {
            case THROUGHPUT -> OptionalDouble.of(throughputLimitPercent);
            case MEAN -> OptionalDouble.of(MEAN_LIMIT_PERCENT);
            case TAIL -> OptionalDouble.of(TAIL_LIMIT_PERCENT);
            case OTHER -> OptionalDouble.empty();
        };
        return new BenchmarkComparisonRow(study, experiment, figure, values.published(), values.simulated(), limit);
    }

    /** How far the simulated figure is from the published one. */
    public double errorPercent() {
        return 100 * (simulated / published - 1);
    }

    /** Whether the error is within its limit, if it has one. */
    public boolean withinLimit() {
        return limitPercent.isEmpty() || Math.abs(errorPercent()) <= limitPercent.getAsDouble();
    }

    Key key() {
        return new Key(study, experiment, figure);
    }

    /** What a row is a row of. */
    record Key(String study, String experiment, BenchServeMetric figure) {}

    record Pair(double published, double simulated) {}
}
