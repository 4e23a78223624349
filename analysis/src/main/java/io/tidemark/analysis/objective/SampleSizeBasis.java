package io.tidemark.analysis.objective;

/** The sample size of an interval. */
public enum SampleSizeBasis {
    /** The number of requests, as if they were independent. */
    N_ALONE(
            "number of requests: the interval treats them as independent; requests on one server are not, so the true interval is wider"),

    /** The number of independent requests that carry the same information. */
    EFFECTIVE("effective sample size: requests on one server depend on each other and count as fewer independent ones");

    private final String description;

    SampleSizeBasis(String description) {
        this.description = description;
    }

    /** The words that reports print. */
    public String description() {
        return description;
    }
}
