package io.tidemark.analysis.tune;

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
 * propagation: Rasmussen and Williams, "Gaussian Processes for Machine Learning" (MIT Press 2006), algorithms 3.5 and 3.6 and equation 3.65,
 * all sites in one sweep.
 */
final class GaussianProcess {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
    private static final int SWEEPS = 8;
    private static final double DAMPING = 0.8;
    private static final double LEAST_PRECISION = 1e-9;

    /** Below it the ratio of the normal density to its tail is taken from its series. */
    private static final double FAR = -6;

    private final List<Observation> observations;
    private final double[][] prior;
    private final double[] precision;
    private final double[] shift;
    private final double[] cavityMean;
    private final double[] cavityVariance;
    private RealVector weights;
    private DecompositionSolver solver;
    private double halfLogDeterminant;

    /** @param prior covariance of the unknowns that the observations are of, in their order */
    GaussianProcess(double[][] prior, List<Observation> observations) {
        int size = observations.size();
        this.observations = observations;
        this.prior = prior;
        this.precision = new double[size];
        this.shift = new double[size];
        this.cavityMean = new double[size];
        this.cavityVariance = new double[size];
        boolean exact = true;
        for (int at = 0; at < size; at++) {
            precision[at] = LEAST_PRECISION;
            if (observations.get(at) instanceof Observation.Exact seen) {
                precision[at] = 1 / seen.variance();
                shift[at] = seen.value() / seen.variance();
            } else {
                exact = false;
            }
        }
        solver = decompose();
        weights = weights();
        for (int sweep = 0; sweep < SWEEPS && !exact; sweep++) {
            moveSites();
            solver = decompose();
            weights = weights();
        }
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
        return new Normal(mean, Math.max(1e-12, variance - scaled.dotProduct(solver.solve(scaled))));
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

    /** One sweep over the bounds, from what all the others say of each. */
    private void moveSites() {
        int size = precision.length;
        RealMatrix covariance = new Array2DRowRealMatrix(prior, false);
        for (int at = 0; at < size; at++) {
            if (!(observations.get(at) instanceof Observation.OneSided seen)) {
                continue;
            }
            RealVector row = covariance.getRowVector(at);
            RealVector scaled = scaled(row);
            double variance = Math.max(1e-12, prior[at][at] - scaled.dotProduct(solver.solve(scaled)));
            double mean = row.dotProduct(weights);
            double without = Math.max(LEAST_PRECISION, 1 / variance - precision[at]);
            cavityVariance[at] = 1 / without;
            cavityMean[at] = (mean / variance - shift[at]) / without;
            move(at, seen, without);
        }
    }

    private void move(int at, Observation.OneSided seen, double without) {
        double variance = cavityVariance[at];
        double z = z(seen, cavityMean[at], variance);
        double ratio = densityOverCumulative(z);
        double total = seen.variance() + variance;
        double sign = seen.isAbove() ? 1 : -1;
        double mean = cavityMean[at] + sign * variance * ratio / Math.sqrt(total);
        double left = Math.max(1e-12, variance - variance * variance * ratio * (z + ratio) / total);
        double newPrecision = Math.max(LEAST_PRECISION, 1 / left - without);
        double newShift = mean / left - cavityMean[at] * without;
        precision[at] += DAMPING * (newPrecision - precision[at]);
        shift[at] += DAMPING * (newShift - shift[at]);
    }

    private static double z(Observation.OneSided seen, double mean, double variance) {
        double z = (mean - seen.bound()) / Math.sqrt(seen.variance() + variance);
        return seen.isAbove() ? z : -z;
    }

    /** Of I + S K S, where S squared are the precisions. */
    private DecompositionSolver decompose() {
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
