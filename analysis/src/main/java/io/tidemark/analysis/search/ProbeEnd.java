package io.tidemark.analysis.search;

/** Why a probe ended. */
public enum ProbeEnd {
    /** Every objective was decided, or one broke. */
    DECIDED("the tests decided"),
    /** Requests piled up. */
    QUEUE_GROWS("the queue grows"),
    /** It had its most blocks. */
    TOO_LONG("it reached its maximum duration"),
    /** An objective applies to no request that was over. */
    NOTHING_TO_JUDGE("an objective had no request to judge"),
    /** The caller stopped it. */
    STOPPED("it was stopped");

    private final String description;

    ProbeEnd(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }
}
