package io.tidemark.bench.series;

import java.util.List;

/** Runs whose requests are of many classes; the first is a warm-up and not shown. */
public record SeriesSize(Shape warmUp, List<Shape> shapes) {
    /** 834 classes have 5,004 series, one for each metric; 200 for 400 s have as many seconds as are kept of any. */
    public static final SeriesSize STANDARD = new SeriesSize(
            new Shape(3, 10, 2_000),
            List.of(
                    new Shape(3, 30, 2_000),
                    new Shape(834, 30, 2_000),
                    new Shape(4_000, 30, 2_000),
                    new Shape(200, 400, 200)));

    public SeriesSize {
        shapes = List.copyOf(shapes);
    }

    /**
     * One run.
     *
     * @param seconds of event time
     * @param requestsPerSecond of event time, all classes together; 64 tokens each
     */
    public record Shape(int classes, int seconds, int requestsPerSecond) {}
}
