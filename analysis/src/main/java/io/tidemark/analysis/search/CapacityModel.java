package io.tidemark.analysis.search;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One model of the share of bad requests against load for all probes of a search: per objective a logistic curve over the logarithm of
 * the load, which passes the allowed share at the capacity. Capacity and slope are unknown; their joint posterior is computed on a grid,
 * as Kontsevich and Tyler do for psychometric functions ("Bayesian adaptive estimation of psychometric slope and threshold", Vision
 * Research 39, 1999, 2729-2737). The server's capacity is the lowest of its objectives'.
 *
 * <p>Counts enter divided by their design effect. The curve is an approximation, and the poorer the farther a probe's share lies from the
 * allowed one: each probe may lie off the curve by {@link #MISFIT_NEAR} on the scale of log odds and by a share of its distance.
 */
final class CapacityModel {
    private static final double STEP = 0.004;
    private static final double[] SLOPES = {2, 3, 4.5, 6.75, 10, 15, 22, 33, 50, 75};

    /** Capacities beyond the tried loads by more than this factor are not distinguished. */
    private static final double BEYOND = 4;

    private static final double MISFIT_NEAR = 0.15;
    private static final double MISFIT_FAR = 0.25;

    /** How likely requests pile up where the load is held in the long run. */
    private static final double FALSE_GROWTH = 0.002;

    private final SearchRange range;
    private final List<Double> limits;

    CapacityModel(SearchRange range, List<Double> limits) {
        this.range = range;
        this.limits = List.copyOf(limits);
    }

    /** Where the capacity lies by these probes, of which there must be one. */
    CapacityPosterior posterior(List<ProbeResult> probes) {
        double lowest = probes.stream().mapToDouble(ProbeResult::load).min().orElseThrow();
        double highest = probes.stream().mapToDouble(ProbeResult::load).max().orElseThrow();
        double from = Math.log(Math.max(range.lowest() / SearchRange.GROWTH, lowest / BEYOND));
        double to = Math.log(Math.min(range.to() * SearchRange.GROWTH, highest * BEYOND));
        int points = (int) Math.ceil((to - from) / STEP) + 1;
        double[] capacities = IntStream.range(0, points)
                .mapToDouble(point -> from + point * STEP)
                .toArray();
        double[] notBelow = new double[points];
        Arrays.fill(notBelow, 1);
        for (int objective = 0; objective < limits.size(); objective++) {
            double[] of = weights(objective, probes, capacities);
            double above = 1;
            for (int point = 0; point < points; point++) {
                notBelow[point] *= Math.max(0, above);
                above -= of[point];
            }
        }
        double[] weights = new double[points];
        for (int point = 0; point < points; point++) {
            double mass = notBelow[point] - (point + 1 < points ? notBelow[point + 1] : 0);
            weights[point] = Math.max(0, mass) * growth(probes, capacities[point]);
        }
        return new CapacityPosterior(capacities, normalised(weights));
    }

    /** A queue grows where the load is beyond the server's capacity, whichever objective that breaks. */
    private static double growth(List<ProbeResult> probes, double capacity) {
        return probes.stream()
                .filter(it -> it.end() == ProbeEnd.QUEUE_GROWS && Math.log(it.load()) < capacity)
                .mapToDouble(it -> FALSE_GROWTH)
                .reduce(1, (one, other) -> one * other);
    }

    /** Of one objective's capacity, over all slopes. */
    private double[] weights(int objective, List<ProbeResult> probes, double[] capacities) {
        double atLimit = logit(limits.get(objective));
        double usual = DesignEffectPrior.of(probes, limits).designEffects().get(objective);
        List<Evidence> evidence = probes.stream()
                .filter(it -> it.end() != ProbeEnd.QUEUE_GROWS)
                .map(it -> Evidence.of(it.load(), it.objectives().get(objective), usual, atLimit))
                .toList();
        double[][] logs = new double[SLOPES.length][capacities.length];
        double most = Double.NEGATIVE_INFINITY;
        for (int slope = 0; slope < SLOPES.length; slope++) {
            for (int point = 0; point < capacities.length; point++) {
                double log = 0;
                for (Evidence one : evidence) {
                    log += one.log(atLimit + SLOPES[slope] * (one.logLoad() - capacities[point]));
                }
                logs[slope][point] = log;
                most = Math.max(most, log);
            }
        }
        double[] weights = new double[capacities.length];
        for (double[] ofSlope : logs) {
            for (int point = 0; point < capacities.length; point++) {
                weights[point] += Math.exp(ofSlope[point] - most);
            }
        }
        return normalised(weights);
    }

    private static double[] normalised(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(it -> it / sum).toArray();
    }

    private static double logit(double share) {
        return Math.log(share / (1 - share));
    }

    /** A probe's effective counts of one objective. */
    private record Evidence(double logLoad, double bad, double good) {
        static Evidence of(double load, ObjectiveDecision seen, double usual, double atLimit) {
            double n = seen.n() / Math.max(usual, seen.designEffect());
            double share = (seen.share() * n + 0.5) / (n + 1);
            double misfit = MISFIT_NEAR + MISFIT_FAR * Math.abs(logit(share) - atLimit);
            double counts = n == 0 ? 0 : 1 / (1 / n + misfit * misfit * share * (1 - share));
            return new Evidence(Math.log(load), counts * seen.share(), counts * (1 - seen.share()));
        }

        /** Log likelihood where the log odds of a bad request are these; log(1 + exp(x)) without overflow. */
        double log(double odds) {
            double both = Math.max(odds, 0) + Math.log1p(Math.exp(-Math.abs(odds)));
            return bad * (odds - both) - good * both;
        }
    }
}
