package io.tidemark.bench.tune;

import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.NextProbe;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.analysis.tune.Candidate;
import io.tidemark.analysis.tune.TrialOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * How far a capacity search of a given length lies from the truth, measured by the product's search on surfaces; and the search itself on one.
 *
 * @param stated median of its own standard error of the logarithm
 * @param seen root mean square of its error
 * @param open share of searches that knew only one end and had no estimate
 * @param seconds median that it took
 */
record SearchError(double stated, double seen, double open, double seconds) {
    /** Warm-up and drain of a probe. */
    static final double BESIDE_SECONDS = 40;

    private static final double RESOLUTION = 0.05;
    private static final int MOST_PROBE_SECONDS = 360;

    /** A search may go up to so many times the load that it begins at. */
    static final double MOST_RISE = 1_000;

    /** How far the load that a search begins at lies from the truth: what a model of few trials expects. */
    private static final double HINT_ERROR = 0.15;

    static SearchError measured(MeasuredSpace space, double seconds, int searches, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] stated = new double[searches];
        double[] took = new double[searches];
        double squares = 0;
        int open = 0;
        for (int i = 0; i < searches; i++) {
            Candidate candidate = working(space, random);
            double capacity = space.capacity(candidate);
            double hint = capacity * Math.exp(HINT_ERROR * gaussian(random));
            Searched done = search(space.surface(candidate), hint, seconds, random);
            took[i] = done.seconds();
            if (!(done.outcome() instanceof TrialOutcome.Measured seen)) {
                open++;
                stated[i] = Double.NaN;
                continue;
            }
            stated[i] = seen.relativeError();
            double off = Math.log(seen.value() / capacity);
            squares += off * off;
        }
        return new SearchError(
                median(stated),
                Math.sqrt(squares / Math.max(1, searches - open)),
                (double) open / searches,
                median(took));
    }

    /** Any that comes up. */
    private static Candidate working(MeasuredSpace space, SplittableRandom random) {
        Candidate drawn = drawn(space, random);
        while (space.crash(drawn).isPresent()) {
            drawn = drawn(space, random);
        }
        return drawn;
    }

    private static Candidate drawn(MeasuredSpace space, SplittableRandom random) {
        return space.candidates().get(random.nextInt(space.candidates().size()));
    }

    /** The product's search, from this load on. */
    static LoadSearch begin(double from) {
        return LoadSearch.begin(
                new SearchRange(from, from * MOST_RISE, RESOLUTION, false),
                new ProbeRules(List.of(SimulatedWorkload.ALLOWED), 1, MOST_PROBE_SECONDS));
    }

    /** What a search is as the outcome of a start; one that was told nothing knows that the truth is below all that it might have tried. */
    static TrialOutcome outcome(LoadSearch search, double from) {
        LoadInterval held = search.interval();
        LoadInterval expected = search.expected();
        return TrialOutcome.isKnown(held, expected)
                ? TrialOutcome.of(held, expected)
                : new TrialOutcome.Bound(from * MOST_RISE, TrialOutcome.Side.BELOW);
    }

    /** A search that is over, and the seconds that it took. */
    record Searched(TrialOutcome outcome, double seconds) {}

    static Searched search(ResponseSurface surface, double from, double seconds, SplittableRandom random) {
        LoadSearch search = begin(from);
        double spent = 0;
        while (search.next() instanceof NextProbe.At at && spent + BESIDE_SECONDS + ProbeRules.MIN_SECONDS <= seconds) {
            DrawnProbe probe =
                    DrawnProbe.at(surface, at.load(), (int) Math.min(MOST_PROBE_SECONDS, seconds - spent), random);
            spent += BESIDE_SECONDS + probe.seconds();
            search = search.with(probe.result(at.load()));
        }
        return new Searched(outcome(search, from), spent);
    }

    static double gaussian(SplittableRandom random) {
        return new Random(random.nextLong()).nextGaussian();
    }

    private static double median(double[] values) {
        double[] sorted =
                Arrays.stream(values).filter(it -> !Double.isNaN(it)).sorted().toArray();
        return sorted.length == 0 ? 0.2 : sorted[sorted.length / 2];
    }
}
