package io.tidemark.analysis.measure;

/** Kinds of figures of a run, with the scale that they are compared on and the direction that is better. */
public enum MeasureFamily {
    /** The highest load that is held within the SLO, requests per second or in flight; changes are relative. */
    CAPACITY(true, false),
    /** Good requests per second; changes are relative. */
    GOODPUT(true, false),
    /** A latency, nanoseconds; changes are relative. */
    LATENCY(true, true),
    /** Tokens or requests per second; changes are relative. */
    THROUGHPUT(true, false),
    /** Share of requests that were not ok, in [0, 1]; changes are differences. */
    ERRORS(false, true),
    /** Score of an evaluation, in [0, 1]; changes are differences. */
    QUALITY(false, false),
    /** What an evaluation gives where lower is better, such as perplexity; changes are relative. */
    LOSS(true, true);

    private final boolean relative;
    private final boolean lowerIsBetter;

    MeasureFamily(boolean relative, boolean lowerIsBetter) {
        this.relative = relative;
        this.lowerIsBetter = lowerIsBetter;
    }

    /** Whether a change is candidate / base - 1; otherwise it is candidate - base. */
    public boolean isRelative() {
        return relative;
    }

    /** Whether it is of an evaluation, whose repeats ask the same questions again. */
    public boolean isEvaluation() {
        return this == QUALITY || this == LOSS;
    }

    /** Whether a change by this is one for the worse. */
    public boolean isWorse(double change) {
        return lowerIsBetter ? change > 0 : change < 0;
    }

    public boolean lowerIsBetter() {
        return lowerIsBetter;
    }
}
