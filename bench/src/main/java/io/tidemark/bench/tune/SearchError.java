package io.tidemark.bench.tune;

import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.NextProbe;
import io.tidemark.analysis.search.ObjectiveDecision;
import io.tidemark.analysis.search.ProbeEnd;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * How far a capacity search of a given length lies from the truth, measured by the product's search on surfaces; and the search itself on one.
 *
 * @param stated median of its own standard error of the logarithm
 * @param seen root mean square of its error
 * @param open share of searches that knew only one end
 * @param seconds median that it took
 */
record SearchError(double stated, double seen, double open, double seconds) {
    /** Warm-up and drain of a probe. */
    static final double BESIDE_SECONDS = 40;

    private static final double RESOLUTION = 0.05;
    private static final int MOST_PROBE_SECONDS = 360;
    private static final int BLOCK_SECONDS = 10;
    private static final double REACH = 1.96;

    /** How far the load that a search begins at lies from the truth: what a model of few trials expects. */
    private static final double HINT_ERROR = 0.15;

    static SearchError measured(MeasuredSpace space, double seconds, int searches, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] stated = new double[searches];
        double[] took = new double[searches];
        double squares = 0;
        int open = 0;
        for (int i = 0; i < searches; i++) {
            ResponseSurface surface = null;
            while (surface == null) {
                surface = space.surface(
                        space.candidates().get(random.nextInt(space.candidates().size())));
            }
            double hint = surface.capacity() * Math.exp(HINT_ERROR * gaussian(random));
            Searched done = search(surface, hint, seconds, random);
            took[i] = done.seconds();
            if (!done.held().isClosed()) {
                open++;
                stated[i] = Double.NaN;
                continue;
            }
            double low = done.held().heldUpTo().getAsDouble();
            double high = done.held().breaksFrom().getAsDouble();
            stated[i] = Math.log(high / low) / 2 / REACH;
            double off = Math.log(Math.sqrt(low * high) / surface.capacity());
            squares += off * off;
        }
        return new SearchError(
                median(stated),
                Math.sqrt(squares / Math.max(1, searches - open)),
                (double) open / searches,
                median(took));
    }

    /** A search that is over, and the seconds that it took. */
    record Searched(LoadInterval held, double seconds) {}

    static Searched search(ResponseSurface surface, double from, double seconds, SplittableRandom random) {
        ProbeRules rules = new ProbeRules(List.of(SimulatedWorkload.ALLOWED), 1, MOST_PROBE_SECONDS);
        LoadSearch search = LoadSearch.begin(new SearchRange(from, from * 1_000, RESOLUTION, false), rules);
        double spent = 0;
        while (search.next() instanceof NextProbe.At at && spent + BESIDE_SECONDS + ProbeRules.MIN_SECONDS <= seconds) {
            DrawnProbe probe =
                    DrawnProbe.at(surface, at.load(), (int) Math.min(MOST_PROBE_SECONDS, seconds - spent), random);
            spent += BESIDE_SECONDS + probe.seconds();
            search = search.with(new ProbeResult(
                    at.load(),
                    probe.decision(),
                    ProbeEnd.DECIDED,
                    probe.seconds(),
                    BLOCK_SECONDS,
                    probe.seconds() / BLOCK_SECONDS,
                    List.of(new ObjectiveDecision(
                            probe.decision(), probe.requests(), probe.bad(), probe.designEffect()))));
        }
        return new Searched(search.interval(), spent);
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
