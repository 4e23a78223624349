package io.tidemark.analysis.gate;

import io.tidemark.analysis.compare.ComparisonPolicy;

/**
 * What a gate makes of a comparison. A regression fails it, but for one that is part of a trade.
 *
 * @param onInconclusive what a question means that neither changed nor is shown not to be worse by its block
 * @param onScreening what a question means that has too few runs
 * @param onMissing what a question means that only the base answered
 * @param onTrade what it means that latencies or throughput are worse, held load or goodput better, and nothing else worse
 * @param onOrderDoubt whether a verdict stands though the runs' order lets a drift look like a change, or hide one
 */
public record GatePolicy(
        ComparisonPolicy comparison,
        GateOutcome onInconclusive,
        GateOutcome onScreening,
        GateOutcome onMissing,
        GateOutcome onTrade,
        OnOrderDoubt onOrderDoubt) {
    /** What is not decided leaves the gate undecided. */
    public static final GatePolicy DEFAULT = new GatePolicy(
            ComparisonPolicy.DEFAULT,
            GateOutcome.UNDECIDED,
            GateOutcome.UNDECIDED,
            GateOutcome.UNDECIDED,
            GateOutcome.UNDECIDED,
            OnOrderDoubt.UNDECIDED);

    /** How to treat a verdict whose order of runs cannot distinguish a drift from a change. */
    public enum OnOrderDoubt {
        /** Neither PASS nor FAIL stands. */
        UNDECIDED,
        /** Both stand, with a note. */
        IGNORE
    }
}
