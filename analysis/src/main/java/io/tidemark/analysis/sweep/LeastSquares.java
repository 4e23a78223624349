package io.tidemark.analysis.sweep;

import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.linear.SingularValueDecomposition;

/** A least-squares fit that knows which of its coefficients the rows determine, where columns depend on each other. */
final class LeastSquares {
    /** Rounding errors below it, values of designs of zeros and ones above. */
    private static final double TOLERANCE = 1e-7;

    private final RealVector coefficients;
    private final RealMatrix inverse;

    /** The identity where all columns are independent. */
    private final RealMatrix determined;

    private final double squares;
    private final int degreesOfFreedom;

    private LeastSquares(
            RealVector coefficients, RealMatrix inverse, RealMatrix determined, double squares, int degreesOfFreedom) {
        this.coefficients = coefficients;
        this.inverse = inverse;
        this.determined = determined;
        this.squares = squares;
        this.degreesOfFreedom = degreesOfFreedom;
    }

    /**
     * One coefficient.
     *
     * @param variance in units of the error's variance
     */
    record Coefficient(double value, double variance) {}

    /** @param design one row for each value; may have no rows */
    static LeastSquares of(double[][] design, double[] values) {
        if (values.length == 0) {
            return new LeastSquares(
                    new ArrayRealVector(0), new Array2DRowRealMatrix(), new Array2DRowRealMatrix(), 0, 0);
        }
        RealMatrix x = new Array2DRowRealMatrix(design, false);
        RealVector y = new ArrayRealVector(values, false);
        RealMatrix normal = x.transpose().multiply(x);
        SingularValueDecomposition decomposition = new SingularValueDecomposition(normal);
        RealMatrix inverse = pseudoInverse(decomposition);
        RealVector coefficients = inverse.operate(x.preMultiply(y));
        RealVector residuals = y.subtract(x.operate(coefficients));
        return new LeastSquares(
                coefficients,
                inverse,
                inverse.multiply(normal),
                residuals.dotProduct(residuals),
                values.length - rank(decomposition));
    }

    private static RealMatrix pseudoInverse(SingularValueDecomposition decomposition) {
        double[] singular = decomposition.getSingularValues();
        RealMatrix scaled = decomposition.getV().copy();
        for (int column = 0; column < singular.length; column++) {
            double factor = isZero(singular, column) ? 0 : 1 / singular[column];
            scaled.setColumnVector(column, scaled.getColumnVector(column).mapMultiply(factor));
        }
        return scaled.multiply(decomposition.getUT());
    }

    private static int rank(SingularValueDecomposition decomposition) {
        double[] singular = decomposition.getSingularValues();
        int rank = 0;
        while (rank < singular.length && !isZero(singular, rank)) {
            rank++;
        }
        return rank;
    }

    private static boolean isZero(double[] singular, int at) {
        return singular[at] <= singular[0] * TOLERANCE * TOLERANCE * 100;
    }

    /** The coefficient of a column; empty if the rows do not determine it. */
    Optional<Coefficient> estimate(int column) {
        if (column >= coefficients.getDimension()) {
            return Optional.empty();
        }
        for (int at = 0; at < coefficients.getDimension(); at++) {
            double unit = at == column ? 1 : 0;
            if (Math.abs(determined.getEntry(column, at) - unit) > TOLERANCE) {
                return Optional.empty();
            }
        }
        return Optional.of(new Coefficient(coefficients.getEntry(column), inverse.getEntry(column, column)));
    }

    /** Sum of the squares of what the fit leaves over. */
    double squares() {
        return squares;
    }

    /** Rows less independent columns. */
    int degreesOfFreedom() {
        return degreesOfFreedom;
    }
}
