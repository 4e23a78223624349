package io.tidemark.analysis.objective;

/** What an interval rests on. */
public enum SampleSizeBasis {
    /** The number of requests, as if they were independent. */
    N_ALONE("n alone: requests that share a server depend on each other, so the true interval is wider"),

    /** So many independent requests as tell as much. */
    EFFECTIVE(
            "effective counts: requests that share a server depend on each other and count as fewer independent ones");

    private final String words;

    SampleSizeBasis(String words) {
        this.words = words;
    }

    /** The words that reports print. */
    public String words() {
        return words;
    }
}
