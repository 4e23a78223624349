package io.tidemark.analysis.search;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/**
 * What is believed of the design effect of each objective's bad requests before a probe: few blocks say little of it, so it counts as
 * much as {@link #WEIGHT} blocks.
 *
 * @param designEffects at least 1 each
 */
public record DesignEffectPrior(List<Double> designEffects) {
    static final double WEIGHT = 5;

    /** Before anything was seen: ten requests count as one. Measured in the simulator: 1 at low loads, 20 to 60 at the edge. */
    static final double UNKNOWN = 10;

    /** How often the true one may be above what counts. */
    private static final double DOUBT = 0.2;

    public DesignEffectPrior {
        designEffects = List.copyOf(designEffects);
    }

    /**
     * As probes showed: the mean on the scale of the logarithm, each by its bad requests, of which no more count than are allowed. A probe
     * without a bad request says nothing of how they come: a quiet spell makes requests look independent.
     */
    static DesignEffectPrior of(List<ProbeResult> probes, List<Double> limits) {
        return new DesignEffectPrior(IntStream.range(0, limits.size())
                .mapToObj(objective -> mean(probes, objective, limits.get(objective)))
                .toList());
    }

    private static double mean(List<ProbeResult> probes, int objective, double limit) {
        double logs = 0;
        double weights = 0;
        for (ProbeResult probe : probes) {
            ObjectiveDecision seen = probe.objectives().get(objective);
            double weight = probe.blocks() >= WEIGHT ? Math.min((double) seen.bad(), limit * seen.n()) : 0;
            logs += weight * Math.log(seen.designEffect());
            weights += weight;
        }
        return weights == 0 ? UNKNOWN : Math.exp(logs / weights);
    }

    /**
     * Together with what {@code blocks} blocks show: the one-sided upper end of the chi-squared interval of a variance, since one that is
     * taken too small passes loads that do not hold. Never below 1.
     *
     * @param seen empty where they show nothing
     */
    double with(int objective, OptionalDouble seen, int blocks) {
        double before = designEffects.get(objective);
        double weight = seen.isEmpty() ? 0 : blocks - 1.0;
        double freedom = WEIGHT + weight;
        double together = weight == 0 ? before : (WEIGHT * before + weight * seen.orElse(0)) / freedom;
        double least = new ChiSquaredDistribution(null, freedom).inverseCumulativeProbability(DOUBT);
        return Math.max(1, together * freedom / least);
    }
}
