package io.tidemark.analysis.tune;

/**
 * Why a tuner ended.
 *
 * @param description for people, with the cause where something failed
 */
public record TuneEnd(Reason reason, String description) {
    /** Kinds of ends. */
    public enum Reason {
        /** The final stage was run. */
        FINAL_RUN,
        /** The default did not work. */
        BASELINE_FAILED,
        /** Three starts in a row failed by one cause, one of them of the default. */
        SAME_CAUSE,
        /** No candidate but the default worked well enough to be run against it. */
        NO_CHALLENGER
    }
}
