package io.tidemark.producer.plan;

/** How requests arrive. */
public enum ArrivalKind {
    /** Exponential gaps: independent users. */
    POISSON,
    /** Equal gaps. */
    CONSTANT,
    /** The offsets of the workload's trace file, sped up by the step's {@code speed_up}. */
    TRACE
}
