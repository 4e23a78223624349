package io.tidemark.analysis.difference;

/** What a difference and its interval rest on. */
public enum DifferenceBasis {
    RUNS("Student's t over runs, separate variances"),
    RUNS_AND_DRIFT("Student's t over runs with a linear drift over their order, separate variances"),
    RUNS_ALIKE("Student's t over runs, one variance for both sides"),
    ITEMS("the evaluation's own standard errors, not the variation between repeats"),
    SCREENING_OWN(
            "screening only: too few runs; the interval uses the variation of these few, or their own standard errors"),
    SCREENING_LEARNED(
            "screening only: too few runs; the interval uses the variation of repeats elsewhere in the experiment"),
    SCREENING_ALONE("screening only: too few runs, and no repeats that show the variation between runs: no interval");

    private final String description;

    DifferenceBasis(String description) {
        this.description = description;
    }

    /** The words that reports print. */
    public String description() {
        return description;
    }

    /** Whether it may carry a verdict. */
    public boolean decides() {
        return this == RUNS || this == RUNS_AND_DRIFT || this == RUNS_ALIKE || this == ITEMS;
    }
}
