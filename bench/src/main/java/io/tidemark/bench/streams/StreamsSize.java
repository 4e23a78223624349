package io.tidemark.bench.streams;

import java.util.List;

/**
 * How much is read, and how often.
 *
 * @param load what the topics hold
 * @param threads stream threads, one after the other in each round
 */
public record StreamsSize(Load load, int rounds, List<Integer> threads) {
    /** 120,000 requests and 7.9 million chunks in 6 s of event time, of 4 runs with 5 targets each: 20 series of every metric. */
    public static final StreamsSize STANDARD = new StreamsSize(new Load(4, 2, 5, 15_000, 6), 3, List.of(1, 2));

    /** What capacity is found out with quickly: 80,000 requests. */
    public static final Load HALF = new Load(4, 2, 5, 10_000, 4);

    /** 400 series with eight requests a second each, for 20 s: what their windows take is most of it. */
    public static final Load STATE = new Load(4, 2, 100, 8_000, 20);

    /**
     * What is read: {@code runs} at the same time, each with lanes and targets.
     *
     * @param requests of each lane
     * @param seconds of event time that they are due in
     */
    public record Load(int runs, int lanes, int targets, int requests, double seconds) {}

    /** With these stream threads only. */
    public StreamsSize with(List<Integer> only) {
        return new StreamsSize(load, rounds, only);
    }
}
