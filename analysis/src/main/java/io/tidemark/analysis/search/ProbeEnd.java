package io.tidemark.analysis.search;

/** Why a probe ended. */
public enum ProbeEnd {
    /** Every objective was decided, or one broke. */
    DECIDED("its tests decided"),
    /** Requests piled up. */
    QUEUE_GROWS("requests pile up"),
    /** It had its most blocks. */
    TOO_LONG("it had its longest time"),
    /** Told from outside. */
    STOPPED("it was stopped");

    private final String words;

    ProbeEnd(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
