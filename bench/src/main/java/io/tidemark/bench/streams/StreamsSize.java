package io.tidemark.bench.streams;

/** How much is read: {@code runs} at the same time, each with lanes and steps; and how often. */
public record StreamsSize(int runs, int lanes, int steps, int requestsPerStep, int rounds) {
    /** 19,200 requests, 1.2 million tokens a round, in 100 s of event time. */
    public static final StreamsSize STANDARD = new StreamsSize(4, 2, 3, 800, 3);

    /** An eighth of it, once: for the JIT. */
    StreamsSize warmUp() {
        return new StreamsSize(runs, lanes, steps, Math.max(1, requestsPerStep / 8), 1);
    }
}
