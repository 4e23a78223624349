package io.tidemark.analysis.soak;

/** What can be found of an hour or a day, with what its evidence says. */
public enum SoakFindingKind {
    /** A quantile differs from that of the first periods; low and high are of value / before - 1. */
    LATENCY_DRIFT("latency drift", SoakStanding.DRIFTED),
    /** Memory grows; before and value are the first and the newest hour's bytes, low and high are of the slope, bytes per hour. */
    MEMORY_GROWTH("memory growth", SoakStanding.DRIFTED),
    /** Of a closed loop: fewer output tokens per second than in the first periods; low and high are of value / before - 1. */
    THROUGHPUT_LOSS("throughput loss", SoakStanding.DEGRADED),
    /** Fewer of the requests that were due are completed; low and high are of the share, value, in this period. */
    COMPLETION_LOSS("completion loss", SoakStanding.DEGRADED),
    /** Answers with status 200 and without a token; before is the share allowed, low and high are of the share, value. */
    SILENT_EMPTY("empty answers", SoakStanding.DEGRADED),
    /** The server's counters began again; value says how often. */
    SERVER_RESTART("server restart", SoakStanding.DEGRADED);

    private final String label;
    private final SoakStanding standing;

    SoakFindingKind(String label, SoakStanding standing) {
        this.label = label;
        this.standing = standing;
    }

    public String label() {
        return label;
    }

    /** What a period with such a finding is, at the least. */
    public SoakStanding standing() {
        return standing;
    }
}
