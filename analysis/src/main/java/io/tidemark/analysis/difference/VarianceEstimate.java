package io.tidemark.analysis.difference;

import java.util.List;

/**
 * How values vary, on the scale of the comparison.
 *
 * @param variance mean square over the degrees of freedom
 */
public record VarianceEstimate(double variance, int degreesOfFreedom) {
    static final VarianceEstimate NONE = new VarianceEstimate(0, 0);

    static VarianceEstimate of(List<ScaledRun> runs) {
        return ofValues(runs.stream().mapToDouble(ScaledRun::value).toArray());
    }

    static VarianceEstimate ofValues(double... values) {
        if (values.length < 2) {
            return NONE;
        }
        double mean = mean(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new VarianceEstimate(squares / (values.length - 1), values.length - 1);
    }

    /** Both taken for of one variance. */
    public VarianceEstimate pooledWith(VarianceEstimate other) {
        int degrees = degreesOfFreedom + other.degreesOfFreedom;
        return degrees == 0
                ? NONE
                : new VarianceEstimate(
                        (variance * degreesOfFreedom + other.variance * other.degreesOfFreedom) / degrees, degrees);
    }

    static double mean(double... values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
