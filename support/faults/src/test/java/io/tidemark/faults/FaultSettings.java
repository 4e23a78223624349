package io.tidemark.faults;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What a row of the suite is run with. Each can be set with {@code -Dtidemark.faults.<name>}: {@code seed}, {@code rate} (requests per
 * second), {@code seconds} (length of the load), {@code faults} (how many faults) and {@code at} (when, as shares of the load such as
 * {@code 0.2,0.55}; drawn from the seed where it is not given).
 */
record FaultSettings(long seed, int requestsPerSecond, int seconds, List<Double> at) {
    /** @param defaults of the row: requests per second, seconds and number of faults */
    static FaultSettings of(Defaults defaults) {
        long seed = Long.getLong("tidemark.faults.seed", 1);
        int seconds = Integer.getInteger("tidemark.faults.seconds", defaults.seconds);
        int faults = Integer.getInteger("tidemark.faults.faults", defaults.faults);
        String given = System.getProperty("tidemark.faults.at", "");
        List<Double> at = given.isBlank()
                ? drawn(seed, faults)
                : Arrays.stream(given.split(",", -1))
                        .map(Double::valueOf)
                        .sorted()
                        .toList();
        FaultSettings settings = new FaultSettings(
                seed, Integer.getInteger("tidemark.faults.rate", defaults.requestsPerSecond), seconds, at);
        System.out.println(defaults.row + ": seed=" + settings.seed + " rate=" + settings.requestsPerSecond
                + "/s seconds=" + settings.seconds + " at=" + settings.at);
        return settings;
    }

    /** What a row takes where nothing is said. */
    record Defaults(String row, int requestsPerSecond, int seconds, int faults) {}

    Duration length() {
        return Duration.ofSeconds(seconds);
    }

    /** When the faults come, from the start of the load. */
    List<Duration> moments() {
        return at.stream()
                .map(share -> Duration.ofMillis(Math.round(share * seconds * 1000)))
                .toList();
    }

    /** One somewhere in each of as many equal parts of the load's middle, so that each hits a host that works. */
    private static List<Double> drawn(long seed, int faults) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, faults)
                .mapToObj(i -> 0.12 + 0.8 * (i + random.nextDouble(0.3, 0.7)) / faults)
                .map(share -> Math.round(share * 1000) / 1000.0)
                .toList();
    }
}
