package io.tidemark.analysis.compare;

/** What a difference and its interval rest on. */
public enum Basis {
    POOLED_RUNS("t over runs, both sides of one variance"),
    WELCH_RUNS("Welch's t over runs, unequal numbers of them"),
    PAIRED_RUNS("t over pairs of runs that took turns"),
    ITEMS("the evaluation's own standard errors, not repeats"),
    SCREENING_OWN(
            "screening only: too few runs; the interval rests on how these few differ, or on the errors that they tell of themselves"),
    SCREENING_LEARNED(
            "screening only: too few runs; the interval rests on how repeats elsewhere in the experiment differ"),
    SCREENING_ALONE("screening only: too few runs, and no repeats that would show how runs differ: no interval");

    private final String words;

    Basis(String words) {
        this.words = words;
    }

    /** The words that reports print. */
    public String words() {
        return words;
    }

    /** Whether it may carry a verdict. */
    public boolean decides() {
        return this == POOLED_RUNS || this == WELCH_RUNS || this == PAIRED_RUNS || this == ITEMS;
    }
}
