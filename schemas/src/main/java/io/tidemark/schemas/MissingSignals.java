package io.tidemark.schemas;

/**
 * A metrics page of a run's target that gives no signals of the server. It travels as one of the run's remarks, by whose words reports find it.
 *
 * @param page its URL
 * @param why such as {@code HTTP 404}
 * @param remedy what in the plan changes that
 */
public record MissingSignals(String target, String page, String why, String remedy) {
    private static final String BEGINNING = "no server signals of target ";

    /** "no server signals of target gpu-1 from http://gpu-1:8000/metrics: HTTP 404; set targets[0].scrape to ...". */
    public String remark() {
        return BEGINNING + target + " from " + page + ": " + why + "; " + remedy;
    }

    /** Whether a remark of a run reports one. */
    public static boolean isRemark(String remark) {
        return remark.startsWith(BEGINNING);
    }
}
