package io.tidemark.schemas;

/** When requests are spread over places (addresses, targets) differently from what was asked for. */
public final class RequestShares {
    /** More or less than so much of the share that was asked for is remarkable. */
    private static final double FAR = 1.5;

    /** Fewer requests asked of a place say nothing of shares. */
    private static final double FEWEST_PER_PLACE = 10;

    private RequestShares() {}

    /** Whether as many requests were asked of a place that their number says anything. */
    public static boolean says(double asked) {
        return asked >= FEWEST_PER_PLACE;
    }

    /** Whether a place got far more or fewer requests than were asked of it. */
    public static boolean isUneven(long requests, double asked) {
        return requests > asked * FAR || requests * FAR < asked;
    }
}
