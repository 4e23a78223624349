package io.tidemark.analysis.compare;

import io.tidemark.analysis.measure.MeasureFamily;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Two sides whose runs vary by different amounts at one question, by an F test on the ratio of their variances.
 *
 * @param base standard deviation of the logarithms of its runs' values
 * @param candidate likewise
 * @param p chance of a ratio at least as far from 1, in either direction, if both varied alike; of normal values
 */
record SpreadDifference(ComparedMeasure compared, double base, double candidate, double p) {
    /** The significance level at which a difference is reported, Bonferroni-corrected over all tests of a comparison. */
    private static final double LEVEL = 0.01;

    private static final int FEWEST_RUNS = 3;

    /** Of which a run's values are continuous. Held loads come in steps; few requests fail. */
    private static final Set<MeasureFamily> FAMILIES =
            EnumSet.of(MeasureFamily.LATENCY, MeasureFamily.THROUGHPUT, MeasureFamily.GOODPUT);

    /** The surest one of a comparison; empty where none is sure enough. */
    static Optional<SpreadDifference> surest(List<ComparedMeasure> compared) {
        List<SpreadDifference> tested = compared.stream()
                .filter(one -> FAMILIES.contains(one.measure().family()) && one.runsOfSmallerSide() >= FEWEST_RUNS)
                .flatMap(one -> of(one).stream())
                .toList();
        return tested.stream()
                .min(Comparator.comparingDouble(SpreadDifference::p))
                .filter(one -> one.p() * tested.size() <= LEVEL);
    }

    /** Empty where all runs of a side agree, or a value is 0. */
    private static Optional<SpreadDifference> of(ComparedMeasure compared) {
        double base = variance(compared.base().values());
        double candidate = variance(compared.candidate().values());
        if (!(base > 0 && candidate > 0)) {
            return Optional.empty();
        }
        FDistribution ratios = new FDistribution(
                null,
                compared.candidate().values().size() - 1.0,
                compared.base().values().size() - 1.0);
        double below = ratios.cumulativeProbability(candidate / base);
        return Optional.of(
                new SpreadDifference(compared, Math.sqrt(base), Math.sqrt(candidate), 2 * Math.min(below, 1 - below)));
    }

    private static double variance(List<Double> values) {
        return StatUtils.variance(values.stream().mapToDouble(Math::log).toArray());
    }

    /** {@code the runs of "b" vary 4.1 times as much as those of "a" (ttft p50 at 2 req/s)}, and what follows where they are the fewer ones. */
    String description(String baseName, String candidateName) {
        boolean isCandidate = candidate > base;
        int runsOfWider =
                (isCandidate ? compared.candidate() : compared.base()).runs().size();
        int runsOfOther =
                (isCandidate ? compared.base() : compared.candidate()).runs().size();
        String what = String.format(
                Locale.ROOT,
                "the runs of \"%s\" vary %.1f times as much as those of \"%s\" (%s; F test)",
                isCandidate ? candidateName : baseName,
                Math.max(base, candidate) / Math.min(base, candidate),
                isCandidate ? baseName : candidateName,
                ComparisonText.measure(compared.question()));
        return runsOfWider >= runsOfOther
                ? what
                : what + " and are fewer (" + runsOfWider + " against " + runsOfOther
                        + "): they alone tell how sure a difference is; add runs of that side";
    }
}
