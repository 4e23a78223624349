package io.tidemark.analysis.compare;

/**
 * What a gate makes of a comparison. A regression always fails it.
 *
 * @param onInconclusive what a question means that the runs do not decide
 * @param onScreening what a question means that has too few runs
 * @param onMissing what a question means that only the base answered
 */
public record GatePolicy(
        ComparisonPolicy comparison, GateOutcome onInconclusive, GateOutcome onScreening, GateOutcome onMissing) {
    /** What is not decided leaves the gate undecided. */
    public static final GatePolicy DEFAULT = new GatePolicy(
            ComparisonPolicy.DEFAULT, GateOutcome.UNDECIDED, GateOutcome.UNDECIDED, GateOutcome.UNDECIDED);
}
