package io.tidemark.bench.scale;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Backlogs of one run that are read after each other; the first is a warm-up and not shown.
 *
 * @param seconds of event time of each backlog
 * @param requestsPerSecond of event time, 64 tokens each
 */
public record CatchUpSize(List<Integer> seconds, int requestsPerSecond) {
    private static final int SECONDS_PER_HOUR = 3_600;
    private static final int WARM_UP_SECONDS = 120;

    /** An hour, and four. */
    public static final CatchUpSize STANDARD = ofHours(List.of(1, 4));

    public CatchUpSize {
        seconds = List.copyOf(seconds);
    }

    /** Backlogs of so many hours. */
    public static CatchUpSize ofHours(List<Integer> hours) {
        return new CatchUpSize(
                IntStream.concat(
                                IntStream.of(WARM_UP_SECONDS), hours.stream().mapToInt(hour -> hour * SECONDS_PER_HOUR))
                        .boxed()
                        .toList(),
                2);
    }
}
