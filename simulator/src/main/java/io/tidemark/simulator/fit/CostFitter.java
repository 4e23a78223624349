package io.tidemark.simulator.fit;

import io.tidemark.simulator.client.BenchServeMetric;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.cost.StepCost;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresOptimizer.Optimum;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.util.Pair;

/**
 * Finds the costs with which the simulator shows what was measured: Levenberg-Marquardt over the logarithms of the terms, on
 * deterministic runs in virtual time. Each term is drawn weakly to where it started, so that one of which the data knows
 * nothing stays there, and how much of that pull is left shows which they are.
 */
public final class CostFitter {
    /**
     * Figures that say something, and how near they can be had: the noise of a benchmark of some hundred requests, three
     * times over, because the figures of one benchmark mostly repeat each other.
     */
    private static final Map<BenchServeMetric, Double> TOLERANCES = new EnumMap<>(Map.of(
            BenchServeMetric.REQUEST_THROUGHPUT, 0.03,
            BenchServeMetric.MEAN_TTFT, 0.10,
            BenchServeMetric.MEDIAN_TTFT, 0.10,
            BenchServeMetric.P99_TTFT, 0.30,
            BenchServeMetric.MEAN_TPOT, 0.06,
            BenchServeMetric.MEDIAN_TPOT, 0.06,
            BenchServeMetric.P99_TPOT, 0.15,
            BenchServeMetric.MEAN_ITL, 0.06,
            BenchServeMetric.MEDIAN_ITL, 0.10,
            BenchServeMetric.P99_ITL, 0.30));
    /** A term is expected within a factor of e to the power of this of where it started. */
    private static final double PULL = 1.5;

    private static final double STEP = 0.05;
    private static final double NEAR_ENOUGH = 1e-4;
    private static final int MAX_EVALUATIONS = 60;
    /** A factor of 30; further away nothing is believable. */
    private static final double FARTHEST = 3.4;

    private final ScaledCost costs;
    private final List<SimulatedBenchmark> runs;

    /**
     * @param start the costs to start from
     * @param measured at least one benchmark
     * @param server the server that a benchmark was run against
     */
    public CostFitter(
            StepCost start, List<MeasuredBenchmark> measured, Function<MeasuredBenchmark, ServerConfig> server) {
        if (measured.isEmpty()) {
            throw new FitException("there must be at least one measured benchmark to fit to");
        }
        this.costs = new ScaledCost(start);
        this.runs = measured.stream()
                .map(it -> new SimulatedBenchmark(it, server.apply(it)))
                .toList();
    }

    /** The costs with the least distance to what was measured. */
    public CostFitResult best() {
        int terms = costs.terms().size();
        RealVector target = new ArrayRealVector(residuals(new double[terms]).length);
        Optimum optimum = new LevenbergMarquardtOptimizer()
                .withCostRelativeTolerance(NEAR_ENOUGH)
                .withParameterRelativeTolerance(NEAR_ENOUGH)
                .optimize(new LeastSquaresBuilder()
                        .start(new double[terms])
                        .model(this::valueAndSlopes)
                        .target(target)
                        .parameterValidator(CostFitter::near)
                        .lazyEvaluation(false)
                        .maxEvaluations(MAX_EVALUATIONS)
                        .maxIterations(MAX_EVALUATIONS)
                        .build());
        return fitted(optimum.getPoint().toArray());
    }

    private Pair<RealVector, RealMatrix> valueAndSlopes(RealVector point) {
        double[] at = point.toArray();
        double[] residuals = residuals(at);
        return new Pair<>(new ArrayRealVector(residuals, false), slopes(at));
    }

    /** How each residual moves with each term, from both sides. */
    private RealMatrix slopes(double[] at) {
        double[][] columns = new double[at.length][];
        for (int term = 0; term < at.length; term++) {
            double[] above = residuals(moved(at, term, STEP));
            double[] below = residuals(moved(at, term, -STEP));
            columns[term] = new double[above.length];
            for (int i = 0; i < above.length; i++) {
                columns[term][i] = (above[i] - below[i]) / (2 * STEP);
            }
        }
        return new Array2DRowRealMatrix(columns, false).transpose();
    }

    private static double[] moved(double[] at, int term, double by) {
        double[] moved = at.clone();
        moved[term] += by;
        return moved;
    }

    /** In tolerances: each figure's distance, then each term's from where it started. */
    private double[] residuals(double[] logFactors) {
        StepCost cost = costs.at(logFactors);
        List<Double> residuals = new ArrayList<>();
        for (SimulatedBenchmark run : runs) {
            Map<BenchServeMetric, Double> simulated = run.figures(cost);
            Map<BenchServeMetric, Double> measured = run.measured().figures();
            TOLERANCES.forEach((figure, tolerance) -> {
                if (measured.containsKey(figure)) {
                    residuals.add(distance(figure, simulated, measured) / tolerance);
                }
            });
        }
        for (double logFactor : logFactors) {
            residuals.add(logFactor / PULL);
        }
        return residuals.stream().mapToDouble(it -> it).toArray();
    }

    private static double distance(
            BenchServeMetric figure, Map<BenchServeMetric, Double> simulated, Map<BenchServeMetric, Double> measured) {
        return StrictMath.log(simulated.getOrDefault(figure, 1.0) / measured.getOrDefault(figure, 1.0));
    }

    private static RealVector near(RealVector point) {
        return point.map(it -> Math.max(-FARTHEST, Math.min(FARTHEST, it)));
    }

    private CostFitResult fitted(double[] logFactors) {
        StepCost cost = costs.at(logFactors);
        double[] deviations = deviations(logFactors);
        List<FittedTerm> terms = new ArrayList<>();
        for (int i = 0; i < deviations.length; i++) {
            CostTerm term = costs.terms().get(i);
            terms.add(new FittedTerm(term, term.of(costs.start()), term.of(cost), deviations[i], PULL));
        }
        List<Residual> residuals = new ArrayList<>();
        runs.forEach(run -> addResiduals(run, cost, residuals));
        return new CostFitResult(cost, terms, residuals);
    }

    /** The standard deviation of each term's logarithm that data and pull leave. */
    private double[] deviations(double[] logFactors) {
        RealMatrix slopes = slopes(logFactors);
        RealMatrix covariance = MatrixUtils.inverse(slopes.transpose().multiply(slopes));
        return IntStream.range(0, logFactors.length)
                .mapToDouble(i -> Math.sqrt(covariance.getEntry(i, i)))
                .toArray();
    }

    private void addResiduals(SimulatedBenchmark run, StepCost cost, List<Residual> residuals) {
        Map<BenchServeMetric, Double> before = run.figures(costs.start());
        Map<BenchServeMetric, Double> after = run.figures(cost);
        Map<BenchServeMetric, Double> measured = run.measured().figures();
        TOLERANCES.keySet().stream()
                .filter(measured::containsKey)
                .forEach(figure -> residuals.add(new Residual(
                        run.measured().source(),
                        figure,
                        measured.getOrDefault(figure, Double.NaN),
                        before.getOrDefault(figure, Double.NaN),
                        after.getOrDefault(figure, Double.NaN))));
    }
}
