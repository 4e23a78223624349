package io.tidemark.analysis.search;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a time buys, as far as that can be known beforehand: the search itself, on an imagined server that answers every probe with the
 * counts expected. Its share of bad requests rises by {@link #SLOPE}, more slowly than that of most servers that saturate, and its
 * requests depend on each other as in the simulator near the edge.
 *
 * @param factor of the interval at the end; infinite where an end stays unknown
 * @param probes that are made
 * @param minDuration of them
 * @param maxDuration of them
 * @param spent all together
 */
public record SearchForecast(double factor, int probes, Duration minDuration, Duration maxDuration, Duration spent) {
    /** So many requests are taken to count as one. */
    public static final double DESIGN_EFFECT = 30;

    /** Of the log odds of a bad request over the logarithm of the load; the simulator's profiles have 20 to 33. */
    private static final double SLOPE = 15;

    /** Nothing is foretold beyond it. */
    private static final Duration LONGEST = Duration.ofHours(12);

    private static final double USUAL_STEPS_TO_CAPACITY = 1.4;
    private static final double MIN_SHARE = 1e-9;

    /**
     * Of the rest of a search.
     *
     * @param known what was found before
     * @param besides time of a probe beside the measured part: warm-up, drain, waiting until the server is idle
     */
    public static SearchForecast of(
            LoadSearch known, SearchRange range, boolean bounded, Duration besides, Duration budget) {
        double capacity = bounded
                ? Math.sqrt(range.from() * range.to())
                : range.from() * Math.pow(SearchRange.GROWTH, USUAL_STEPS_TO_CAPACITY);
        LoadSearch search = known;
        List<ProbeResult> made = List.of();
        Duration spent = Duration.ZERO;
        while (search.next() instanceof NextProbe.At at && spent.plus(besides).compareTo(budget) < 0) {
            ProbeResult result = search.expectedResult(at.load(), capacity, SLOPE, (int)
                    budget.minus(spent).minus(besides).toSeconds());
            search = search.with(result);
            made = Stream.concat(made.stream(), Stream.of(result)).toList();
            spent = spent.plus(besides).plus(Duration.ofSeconds((long) result.seconds()));
        }
        return new SearchForecast(
                search.interval().factor(), made.size(), extreme(made, true), extreme(made, false), spent);
    }

    /**
     * How long a search still takes until its interval is within a factor, on a server with the capacity that it knows so far.
     *
     * @param known with both ends of the interval
     * @param besides as above
     * @return empty where it would take more than {@link #LONGEST}, the search ends by itself before, or it has no estimate
     */
    public static Optional<Duration> until(double factor, LoadSearch known, Duration besides) {
        Optional<LoadEstimate> capacity = known.estimate();
        if (capacity.isEmpty()) {
            return Optional.empty();
        }
        LoadSearch search = known;
        Duration spent = Duration.ZERO;
        while (search.interval().factor() > factor && spent.compareTo(LONGEST) < 0) {
            if (!(search.next() instanceof NextProbe.At at)) {
                return Optional.empty();
            }
            ProbeResult result =
                    search.expectedResult(at.load(), capacity.get().load(), SLOPE, (int) LONGEST.toSeconds());
            search = search.with(result);
            spent = spent.plus(besides).plus(Duration.ofSeconds((long) result.seconds()));
        }
        return search.interval().factor() > factor ? Optional.empty() : Optional.of(spent);
    }

    private static Duration extreme(List<ProbeResult> made, boolean shortest) {
        double seconds = shortest
                ? made.stream().mapToDouble(ProbeResult::seconds).min().orElse(0)
                : made.stream().mapToDouble(ProbeResult::seconds).max().orElse(0);
        return Duration.ofSeconds((long) seconds);
    }

    static double share(double limit, double load, double capacity, double slope) {
        double odds = limit / (1 - limit) * Math.pow(load / capacity, slope);
        return Math.max(MIN_SHARE, odds / (1 + odds));
    }
}
