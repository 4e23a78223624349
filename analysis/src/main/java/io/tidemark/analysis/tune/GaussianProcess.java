package io.tidemark.analysis.tune;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;

/**
 * Unknowns with a common normal prior of mean 0, given values of some with noise and bounds of others. Bounds enter by expectation
 * propagation: Rasmussen and Williams, "Gaussian Processes for Machine Learning" (MIT Press 2006), algorithms 3.5 and 3.6 and equation 3.65.
 */
final class GaussianProcess {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
    private static final int MOST_SWEEPS = 8;

    /** Sites that move less, in deviations of the unknown, are where they belong. */
    private static final double SETTLED = 0.01;

    private static final double LEAST_PRECISION = 1e-9;
    private static final double LEAST_VARIANCE = 1e-12;

    /** Below it the ratio of the normal density to its tail is taken from its series. */
    private static final double FAR = -6;

    private final List<Observation> observations;
    private final double[] precision;
    private final double[] shift;
    private final double[] cavityMean;
    private final double[] cavityVariance;
    private final RealVector weights;
    private final DecompositionSolver solver;
    private double halfLogDeterminant;

    /** @param prior covariance of the unknowns that the observations are of, in their order */
    GaussianProcess(double[][] prior, List<Observation> observations) {
        int size = observations.size();
        this.observations = observations;
        this.precision = new double[size];
        this.shift = new double[size];
        this.cavityMean = new double[size];
        this.cavityVariance = new double[size];
        Arrays.fill(precision, LEAST_PRECISION);
        for (int at = 0; at < size; at++) {
            if (observations.get(at) instanceof Observation.Value seen) {
                precision[at] = 1 / seen.variance();
                shift[at] = seen.value() / seen.variance();
            }
        }
        if (observations.stream().anyMatch(Observation.OneSided.class::isInstance)) {
            moveSites(prior);
        }
        this.solver = decompose(prior);
        this.weights = weights();
    }

    /**
     * Of a new unknown.
     *
     * @param covariance with the observed ones
     * @return mean and variance
     */
    Normal predict(double[] covariance, double variance) {
        RealVector with = new ArrayRealVector(covariance, false);
        double mean = with.dotProduct(weights);
        RealVector scaled = scaled(with);
        return new Normal(mean, Math.max(LEAST_VARIANCE, variance - scaled.dotProduct(solver.solve(scaled))));
    }

    /** What an observation says, as far as the others let it: a bound is a value with a variance. */
    Observation.Settled settled(int at) {
        return new Observation.Settled(shift[at] / precision[at], 1 / precision[at]);
    }

    /** The logarithm of the probability of what was seen, bounds by the approximation; constants are left out. */
    double logEvidence() {
        double sum = -halfLogDeterminant;
        double quadratic = 0;
        for (int at = 0; at < precision.length; at++) {
            quadratic += shift[at] / precision[at] * weights.getEntry(at);
            sum += 0.5 * Math.log(precision[at]);
        }
        sum -= 0.5 * quadratic;
        for (int at = 0; at < precision.length; at++) {
            if (observations.get(at) instanceof Observation.OneSided seen) {
                double spread = cavityVariance[at] + 1 / precision[at];
                double off = cavityMean[at] - shift[at] / precision[at];
                sum += logCumulative(z(seen, cavityMean[at], cavityVariance[at]))
                        + 0.5 * Math.log(spread)
                        + off * off / (2 * spread);
            }
        }
        return sum;
    }

    /** Sweeps over the bounds until they are where they belong. */
    private void moveSites(double[][] prior) {
        double[][] covariance = Arrays.stream(prior).map(double[]::clone).toArray(double[][]::new);
        double[] mean = new double[precision.length];
        for (int at = 0; at < precision.length; at++) {
            update(covariance, mean, at, precision[at], shift[at]);
        }
        double moved = Double.POSITIVE_INFINITY;
        for (int sweep = 0; sweep < MOST_SWEEPS && moved > SETTLED; sweep++) {
            moved = sweep(covariance, mean);
        }
    }

    /** One sweep over the bounds, each from what all the others say of it; how far the farthest moved. */
    private double sweep(double[][] covariance, double[] mean) {
        double most = 0;
        for (int at = 0; at < precision.length; at++) {
            if (observations.get(at) instanceof Observation.OneSided seen) {
                double before = precision[at];
                double shiftBefore = shift[at];
                double deviation = Math.sqrt(covariance[at][at]);
                double meanBefore = mean[at];
                move(at, seen, mean[at], covariance[at][at]);
                update(covariance, mean, at, precision[at] - before, shift[at] - shiftBefore);
                most = Math.max(most, Math.abs(mean[at] - meanBefore) / deviation);
            }
        }
        return most;
    }

    /** The posterior after one site has moved. */
    private static void update(double[][] covariance, double[] mean, int at, double morePrecision, double moreShift) {
        int size = mean.length;
        double[] row = covariance[at].clone();
        double share = 1 / (1 + morePrecision * row[at]);
        double meanBefore = mean[at];
        double byMean = share * (moreShift - morePrecision * meanBefore);
        double byCovariance = morePrecision * share;
        for (int one = 0; one < size; one++) {
            mean[one] += row[one] * byMean;
            double[] changed = covariance[one];
            double scale = byCovariance * row[one];
            for (int other = 0; other < size; other++) {
                changed[other] -= scale * row[other];
            }
            changed[one] = Math.max(LEAST_VARIANCE, changed[one]);
        }
    }

    private void move(int at, Observation.OneSided seen, double marginal, double marginalVariance) {
        double without = 1 / marginalVariance - precision[at];
        if (without <= LEAST_PRECISION) {
            return;
        }
        double variance = 1 / without;
        cavityVariance[at] = variance;
        cavityMean[at] = (marginal / marginalVariance - shift[at]) * variance;
        double z = z(seen, cavityMean[at], variance);
        double ratio = densityOverCumulative(z);
        double total = seen.variance() + variance;
        double sign = seen.isAbove() ? 1 : -1;
        double mean = cavityMean[at] + sign * variance * ratio / Math.sqrt(total);
        double left = Math.max(LEAST_VARIANCE, variance - variance * variance * ratio * (z + ratio) / total);
        precision[at] = Math.max(LEAST_PRECISION, 1 / left - without);
        shift[at] = mean * (precision[at] + without) - cavityMean[at] * without;
    }

    private static double z(Observation.OneSided seen, double mean, double variance) {
        double z = (mean - seen.bound()) / Math.sqrt(seen.variance() + variance);
        return seen.isAbove() ? z : -z;
    }

    /** Of I + S K S, where S squared are the precisions. */
    private DecompositionSolver decompose(double[][] prior) {
        int size = precision.length;
        double[][] matrix = new double[size][size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                matrix[row][column] =
                        Math.sqrt(precision[row] * precision[column]) * prior[row][column] + (row == column ? 1 : 0);
            }
        }
        CholeskyDecomposition cholesky =
                new CholeskyDecomposition(new Array2DRowRealMatrix(matrix, false), 1e-9, 1e-12);
        RealMatrix lower = cholesky.getL();
        halfLogDeterminant = 0;
        for (int at = 0; at < size; at++) {
            halfLogDeterminant += Math.log(lower.getEntry(at, at));
        }
        return cholesky.getSolver();
    }

    /** What each observation weighs in a prediction. */
    private RealVector weights() {
        RealVector target = new ArrayRealVector(precision.length);
        for (int at = 0; at < precision.length; at++) {
            target.setEntry(at, shift[at] / Math.sqrt(precision[at]));
        }
        return scaled(solver.solve(target));
    }

    private RealVector scaled(RealVector vector) {
        RealVector scaled = new ArrayRealVector(precision.length);
        for (int at = 0; at < precision.length; at++) {
            scaled.setEntry(at, Math.sqrt(precision[at]) * vector.getEntry(at));
        }
        return scaled;
    }

    private static double logCumulative(double z) {
        return z < FAR
                ? -z * z / 2 - Math.log(densityOverCumulative(z)) - 0.5 * Math.log(2 * Math.PI)
                : Math.log(NORMAL.cumulativeProbability(z));
    }

    private static double densityOverCumulative(double z) {
        if (z < FAR) {
            double square = z * z;
            return -z / (1 - 1 / square + 3 / (square * square));
        }
        return NORMAL.density(z) / NORMAL.cumulativeProbability(z);
    }

    /** A normal distribution. */
    record Normal(double mean, double variance) {
        double deviation() {
            return Math.sqrt(variance);
        }

        double below(double limit) {
            return NORMAL.cumulativeProbability((limit - mean) / deviation());
        }
    }
}
