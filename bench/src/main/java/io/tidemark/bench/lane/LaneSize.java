package io.tidemark.bench.lane;

import java.util.List;

/**
 * What is fired.
 *
 * @param streams the numbers of streams that start at once
 * @param rounds of each of these
 * @param soak the load of many slow streams, started by Poisson
 * @param ramp the same with ever more tokens per second, until it does not hold
 */
public record LaneSize(List<Integer> streams, int rounds, SlowLoad soak, List<SlowLoad> ramp) {
    public static final LaneSize STANDARD = new LaneSize(
            List.of(1, 10, 100, 500, 1000),
            2,
            new SlowLoad(200, 2_000, 1),
            List.of(
                    new SlowLoad(400, 3_200, 1),
                    new SlowLoad(600, 4_800, 1),
                    new SlowLoad(800, 6_400, 1),
                    new SlowLoad(200, 1_600, 5),
                    new SlowLoad(200, 1_600, 10),
                    new SlowLoad(200, 1_600, 20)));

    public LaneSize {
        streams = List.copyOf(streams);
        ramp = List.copyOf(ramp);
    }

    /**
     * Streams of 20 writes per second for five seconds.
     *
     * @param startsPerSecond so that five times as many are in flight
     * @param perWrite messages, each one token, in a write
     */
    public record SlowLoad(double startsPerSecond, int requests, int perWrite) {
        static final int SECONDS = 5;
        static final int WRITES_PER_SECOND = 20;

        double tokensPerSecond() {
            return startsPerSecond * SECONDS * WRITES_PER_SECOND * perWrite;
        }

        double inFlight() {
            return startsPerSecond * SECONDS;
        }
    }
}
