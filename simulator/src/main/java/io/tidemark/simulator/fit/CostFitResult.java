package io.tidemark.simulator.fit;

import io.tidemark.simulator.engine.cost.StepCost;
import java.util.List;

/**
 * What a fit found.
 *
 * @param cost of a step
 * @param terms those that could be scaled
 * @param residuals every figure that was fitted to
 */
public record CostFitResult(StepCost cost, List<FittedTerm> terms, List<Residual> residuals) {
    public CostFitResult {
        terms = List.copyOf(terms);
        residuals = List.copyOf(residuals);
    }

    /** How far a figure is off on average, in percent: the root of the mean square of the ratios' logarithms. */
    public double rmsPercent() {
        double square = residuals.stream()
                .mapToDouble(it -> StrictMath.log(it.after() / it.measured()))
                .map(it -> it * it)
                .average()
                .orElse(0);
        return 100 * (StrictMath.exp(Math.sqrt(square)) - 1);
    }
}
