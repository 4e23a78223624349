package io.tidemark.bench.scale;

import java.util.List;

/**
 * Backlogs of one run that are read after each other; the first is a warm-up and not shown.
 *
 * @param seconds of event time of each backlog
 * @param requestsPerSecond of event time, 64 tokens each
 */
public record CatchUpSize(List<Integer> seconds, int requestsPerSecond) {
    private static final int SECONDS_PER_HOUR = 3_600;

    /** An hour, and a fourth of it beside it. */
    public static final CatchUpSize STANDARD = ofHours(1);

    public CatchUpSize {
        seconds = List.copyOf(seconds);
    }

    /** A backlog of so many hours, and a fourth of it beside it. */
    public static CatchUpSize ofHours(int hours) {
        int all = hours * SECONDS_PER_HOUR;
        return new CatchUpSize(List.of(120, all / 4, all), 2);
    }
}
