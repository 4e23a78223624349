package io.tidemark.app.docs;

import io.tidemark.simulator.random.SeededRandom;

/** What runs differ by beyond their requests: a factor on all latencies of a run, the same for all of its metrics. */
@FunctionalInterface
interface RunNoise {
    /**
     * @param at place of the run in time, from 0, over both sides
     * @param candidate whether it is one of the candidate's
     */
    double factor(SeededRandom draws, int at, boolean candidate);

    /** Lognormal with this coefficient of variation. */
    static RunNoise lognormal(double cv) {
        return (draws, at, candidate) -> draws.logNormal(1, cv);
    }

    /** The candidate's runs vary by another coefficient than the base's. */
    static RunNoise unequal(double ofBase, double ofCandidate) {
        return (draws, at, candidate) -> draws.logNormal(1, candidate ? ofCandidate : ofBase);
    }

    /** Logarithms follow Student's t with 3 degrees of freedom, scaled to this standard deviation: now and then a run is far off. */
    static RunNoise heavyTailed(double cv) {
        return (draws, at, candidate) -> {
            double squares = 0;
            for (int i = 0; i < 3; i++) {
                double one = draws.gaussian();
                squares += one * one;
            }
            return Math.exp(cv / Math.sqrt(3) * draws.gaussian() / Math.sqrt(squares / 3));
        };
    }

    /** One run in ten is slower by half, as on a server that shares its host now and then. */
    static RunNoise spoiled(double cv) {
        return (draws, at, candidate) -> draws.logNormal(1, cv) * (draws.uniform() < 0.1 ? 1.5 : 1);
    }

    /** Each run is slower than the one before by this share. */
    static RunNoise drifting(double cv, double perRun) {
        return (draws, at, candidate) -> draws.logNormal(1, cv) * Math.pow(1 + perRun, at);
    }

    /** Lognormal, and each run takes this share of its logarithm from the one before it: a machine that wanders (AR(1)). */
    static RunNoise wandering(double cv, double carried) {
        double[] last = {0};
        return (draws, at, candidate) -> {
            double fresh = cv * draws.gaussian();
            last[0] = at == 0 ? fresh : carried * last[0] + Math.sqrt(1 - carried * carried) * fresh;
            return Math.exp(last[0]);
        };
    }

    /**
     * Each start of the server has a factor of its own, and so has each run: runs of the base are on servers of their own.
     *
     * @param sharedFrom the runs from this place on are on one server; beyond all of them if each has its own
     */
    static RunNoise restarted(double ofStarts, double cv, int sharedFrom) {
        double[] shared = {1};
        return (draws, at, candidate) -> {
            double start = draws.logNormal(1, ofStarts);
            shared[0] = at <= sharedFrom ? start : shared[0];
            return (at > sharedFrom ? shared[0] : start) * draws.logNormal(1, cv);
        };
    }
}
