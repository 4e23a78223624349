package io.tidemark.analysis.difference;

/** What a difference and its interval rest on. */
public enum DifferenceBasis {
    RUNS("t over runs, each side with a spread of its own"),
    RUNS_AND_DRIFT("t over runs beside a linear drift over their order, each side with a spread of its own"),
    RUNS_ALIKE("t over runs, both sides of one spread"),
    ITEMS("the evaluation's own standard errors, not repeats"),
    SCREENING_OWN(
            "screening only: too few runs; the interval rests on how these few differ, or on the errors that they tell of themselves"),
    SCREENING_LEARNED(
            "screening only: too few runs; the interval rests on how repeats elsewhere in the experiment differ"),
    SCREENING_ALONE("screening only: too few runs, and no repeats that would show how runs differ: no interval");

    private final String words;

    DifferenceBasis(String words) {
        this.words = words;
    }

    /** The words that reports print. */
    public String words() {
        return words;
    }

    /** Whether it may carry a verdict. */
    public boolean decides() {
        return this == RUNS || this == RUNS_AND_DRIFT || this == RUNS_ALIKE || this == ITEMS;
    }
}
