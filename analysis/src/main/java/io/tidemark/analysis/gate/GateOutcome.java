package io.tidemark.analysis.gate;

/** What a gate says. */
public enum GateOutcome {
    PASS,
    FAIL,
    /** Neither: the figures do not decide it. */
    UNDECIDED
}
