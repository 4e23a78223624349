package io.tidemark.simulator.fit;

import io.tidemark.simulator.client.BenchServeMetric;

/**
 * One figure of one benchmark before and after the fit, in the figure's unit.
 *
 * @param source the benchmark
 */
public record Residual(String source, BenchServeMetric figure, double measured, double before, double after) {
    /** How far the fitted profile is off, in percent of what was measured. */
    public double afterPercent() {
        return 100 * (after / measured - 1);
    }
}
