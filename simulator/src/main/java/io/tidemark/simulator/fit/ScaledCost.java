package io.tidemark.simulator.fit;

import io.tidemark.simulator.engine.cost.StepCost;
import java.util.Arrays;
import java.util.List;

/**
 * A step's cost whose terms are scaled by factors, which are kept as logarithms so that no term ever falls below 0. Terms
 * that are 0 stay so and are not among the scaled ones.
 */
final class ScaledCost {
    private final StepCost start;
    private final List<CostTerm> terms;

    ScaledCost(StepCost start) {
        this.start = start;
        this.terms = Arrays.stream(CostTerm.values())
                .filter(term -> term.of(start) > 0)
                .toList();
    }

    StepCost start() {
        return start;
    }

    List<CostTerm> terms() {
        return terms;
    }

    /** @param logFactors one per term, in the order of {@link #terms()} */
    StepCost at(double[] logFactors) {
        return new StepCost(
                start.hostSeconds(),
                start.perSequenceSeconds(),
                scaled(CostTerm.FLOOR, logFactors),
                scaled(CostTerm.WEIGHTS, logFactors),
                scaled(CostTerm.PER_TOKEN, logFactors),
                scaled(CostTerm.PER_LOGIT_ROW, logFactors),
                scaled(CostTerm.PER_KV_TOKEN, logFactors),
                scaled(CostTerm.PER_ATTENTION, logFactors),
                start.noiseSigma(),
                scaled(CostTerm.FRONT, logFactors));
    }

    private double scaled(CostTerm term, double[] logFactors) {
        int index = terms.indexOf(term);
        return index < 0 ? term.of(start) : term.of(start) * StrictMath.exp(logFactors[index]);
    }
}
