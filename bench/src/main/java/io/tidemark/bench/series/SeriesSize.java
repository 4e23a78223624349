package io.tidemark.bench.series;

import java.util.List;

/**
 * Runs whose requests are of many classes.
 *
 * @param classes of each row; every class has a request due at least once a second
 * @param seconds of event time
 * @param requestsPerSecond of event time, all classes together; 64 tokens each
 * @param warmUpSeconds of a first run, not shown
 */
public record SeriesSize(List<Integer> classes, int seconds, int requestsPerSecond, int warmUpSeconds) {
    /** 834 classes have 5,004 series, one for each metric. */
    public static final SeriesSize STANDARD = new SeriesSize(List.of(3, 834, 4_000), 30, 2_000, 10);

    public SeriesSize {
        classes = List.copyOf(classes);
    }
}
