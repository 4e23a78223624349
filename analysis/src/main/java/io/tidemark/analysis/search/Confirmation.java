package io.tidemark.analysis.search;

import io.tidemark.analysis.BadShare;
import io.tidemark.events.Verdict;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * The end of a search: as many requests as were fixed beforehand at the highest load that held and at the lowest that broke above it,
 * judged as a run judges. What was chosen for how it came out is so measured once more.
 *
 * @param held verdict at the interval's lower end
 * @param broke verdict at its upper end; UNKNOWN where it has none
 */
public record Confirmation(Verdict held, Verdict broke) {
    /** How often a load whose share of bad requests is a quarter of the limit is to pass. */
    private static final double POWER = 0.8;

    private static final double WELL_BELOW = 0.25;

    /** What is left of an interval when its ends were confirmed or not: an end that is contradicted moves to the next load that is known. */
    public LoadInterval of(LoadSearch search) {
        LoadInterval found = search.interval();
        OptionalDouble low = held == Verdict.FAIL ? search.heldBelow(found.heldUpTo()) : found.heldUpTo();
        OptionalDouble high = broke == Verdict.PASS ? search.brokeAbove(found.breaksFrom()) : found.breaksFrom();
        boolean contradicted = held == Verdict.FAIL || broke == Verdict.PASS;
        return new LoadInterval(low, high, found.near(), found.monotone() && !contradicted);
    }

    /**
     * Effective requests of a confirmation: so many that four in five pass where the share of bad ones is a quarter of the limit.
     *
     * @param limit share of bad requests that is allowed
     */
    public static long effectiveRequests(double limit) {
        long n = 1;
        for (int bad = 0; ; bad++) {
            n = fewestThatPass(bad, n, limit);
            if (new BinomialDistribution(null, (int) n, WELL_BELOW * limit).cumulativeProbability(bad) >= POWER) {
                return n;
            }
        }
    }

    private static long fewestThatPass(int bad, long from, double limit) {
        long n = Math.max(from, bad + 1);
        while (BadShare.judge(bad, n, limit).verdict() != Verdict.PASS) {
            n++;
        }
        return n;
    }
}
