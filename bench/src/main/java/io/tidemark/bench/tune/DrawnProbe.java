package io.tidemark.bench.tune;

import io.tidemark.analysis.search.LimitDecision;
import io.tidemark.analysis.search.ObjectiveDecision;
import io.tidemark.analysis.search.ProbeEnd;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SequentialLimitTest;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A probe of one load whose requests are drawn from a surface: as many effective ones as its design effect leaves, each bad by itself.
 *
 * @param requests that were judged
 */
record DrawnProbe(LimitDecision decision, int seconds, long requests, long bad, double designEffect) {
    private static final int BLOCK_SECONDS = 10;

    /** Requests pile up so fast that the queue is seen to grow. */
    private static final double HOPELESS = 0.6;

    static DrawnProbe at(ResponseSurface surface, double load, int mostSeconds, SplittableRandom random) {
        double share = surface.share(load);
        double effect = Math.max(1, surface.nearest(load).designEffect());
        SequentialLimitTest test = new SequentialLimitTest(SimulatedWorkload.ALLOWED);
        double effective = 0;
        double bad = 0;
        int seconds = 0;
        LimitDecision decision = LimitDecision.OPEN;
        while (decision == LimitDecision.OPEN && seconds + BLOCK_SECONDS <= mostSeconds) {
            seconds += BLOCK_SECONDS;
            double more = load * BLOCK_SECONDS / effect;
            effective += more;
            bad = Math.min(effective, bad + poisson(more * share, random));
            if (seconds >= ProbeRules.MIN_SECONDS) {
                decision = share > HOPELESS ? LimitDecision.BREAKS : test.decide(bad, effective);
            }
        }
        long requests = Math.round(effective * effect);
        return new DrawnProbe(decision, seconds, requests, Math.min(requests, Math.round(bad * effect)), effect);
    }

    /** As the product's search is told of it. */
    ProbeResult result(double load) {
        return new ProbeResult(
                load,
                decision,
                ProbeEnd.DECIDED,
                seconds,
                BLOCK_SECONDS,
                seconds / BLOCK_SECONDS,
                List.of(new ObjectiveDecision(decision, requests, bad, designEffect)));
    }

    /** By the product of evenly drawn numbers (Knuth); means are small. */
    static int poisson(double mean, SplittableRandom random) {
        double limit = Math.exp(-mean);
        double product = random.nextDouble();
        int count = 0;
        while (product > limit) {
            product *= random.nextDouble();
            count++;
        }
        return count;
    }
}
