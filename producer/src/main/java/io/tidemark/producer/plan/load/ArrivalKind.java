package io.tidemark.producer.plan.load;

/** How the conversations of an open-loop step arrive, by the words of plan files. */
public enum ArrivalKind {
    /** Exponential gaps: independent users. */
    POISSON,
    /** Equal gaps. */
    CONSTANT,
    /** Gaps of a gamma distribution: burstier than Poisson's, or more even. */
    GAMMA,
    /** As vLLM's own client draws and rescales them. */
    VLLM,
    /** From one rate to another, up or down, by time. */
    RAMP,
    /** Several rates, one after the other, within one step. */
    STAIRS,
    /** A base rate, and for a while another. */
    SPIKE,
    /** A rate for a while, then another or none, over and over. */
    ON_OFF,
    /** The offsets of the workload's trace file, sped up by the step's {@code speed_up}. */
    TRACE
}
