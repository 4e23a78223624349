package io.tidemark.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Both sides' runs at one question, and how their means differ. */
record Runs(List<ScaledRun> base, List<ScaledRun> candidate) {

    int fewer() {
        return Math.min(base.size(), candidate.size());
    }

    double difference() {
        return mean(candidate) - mean(base);
    }

    /**
     * Student's pooled t for equally many runs and where both sides vary alike, else {@link #welch}. The spread of runs is never taken for
     * smaller than what their values vary by themselves.
     */
    Difference unpaired(Spreads spreads) {
        if (base.size() != candidate.size() && spreads == Spreads.EACH_ITS_OWN) {
            return welch();
        }
        Spread pooled = pooled();
        double variance = Math.max(pooled.variance() * unit(), ownVariance());
        return new Difference(difference(), Math.sqrt(variance), pooled.degreesOfFreedom(), Basis.POOLED_RUNS);
    }

    /**
     * Welch's t (Biometrika 34, 1947, 28-35) made safe for three runs: where these happen to lie close together it is far too sure of itself at
     * small p, so its variance is never below the pooled one, and its degrees of freedom are never more than of two sides with as many runs
     * as the smaller has.
     */
    private Difference welch() {
        Spread before = Spread.of(base);
        Spread after = Spread.of(candidate);
        double ofBase = before.variance() / base.size();
        double ofCandidate = after.variance() / candidate.size();
        double sum = ofBase + ofCandidate;
        double most = 2.0 * (fewer() - 1);
        double degrees = sum == 0
                ? most
                : sum
                        * sum
                        / (ofBase * ofBase / before.degreesOfFreedom()
                                + ofCandidate * ofCandidate / after.degreesOfFreedom());
        double variance = Math.max(Math.max(sum, pooled().variance() * unit()), ownVariance());
        return new Difference(difference(), Math.sqrt(variance), Math.min(most, degrees), Basis.WELCH_RUNS);
    }

    private Spread pooled() {
        return Spread.of(base).pooledWith(Spread.of(candidate));
    }

    /** Student's t over the pairs' differences; for runs that {@link #tookTurns}. */
    Difference paired() {
        List<ScaledRun> first = inTime(base);
        List<ScaledRun> second = inTime(candidate);
        double[] differences = IntStream.range(0, first.size())
                .mapToDouble(pair -> second.get(pair).value() - first.get(pair).value())
                .toArray();
        Spread spread = Spread.ofValues(differences);
        double variance = Math.max(spread.variance() / differences.length, ownVariance());
        return new Difference(
                Spread.mean(differences), Math.sqrt(variance), spread.degreesOfFreedom(), Basis.PAIRED_RUNS);
    }

    /** Whether, in the order of their starts, each two runs in a row are one of each side. */
    boolean tookTurns() {
        if (base.size() != candidate.size()
                || Stream.concat(base.stream(), candidate.stream())
                        .anyMatch(run -> run.startedAt().isEmpty())) {
            return false;
        }
        List<ScaledRun> all = new ArrayList<>(base);
        all.addAll(candidate);
        List<ScaledRun> ordered = inTime(all);
        return IntStream.range(0, base.size())
                .allMatch(pair -> base.contains(ordered.get(2 * pair)) != base.contains(ordered.get(2 * pair + 1)));
    }

    /** Variance of the difference by the values' own errors alone. */
    double ownVariance() {
        return ownOf(base) / base.size() + ownOf(candidate) / candidate.size();
    }

    /** Mean own variance of each side, not divided by its runs: for repeats that share their items, as evaluations do their questions. */
    double sharedOwnVariance() {
        return ownOf(base) + ownOf(candidate);
    }

    boolean allHaveOwnErrors() {
        return Stream.concat(base.stream(), candidate.stream()).allMatch(ScaledRun::hasOwnError);
    }

    /** 1/k + 1/k: variance of the difference per variance of a run. */
    double unit() {
        return 1.0 / base.size() + 1.0 / candidate.size();
    }

    static double mean(List<ScaledRun> runs) {
        return Spread.mean(runs.stream().mapToDouble(ScaledRun::value).toArray());
    }

    private static double ownOf(List<ScaledRun> runs) {
        return Spread.mean(runs.stream().mapToDouble(ScaledRun::ownVariance).toArray());
    }

    private static List<ScaledRun> inTime(List<ScaledRun> runs) {
        return runs.stream()
                .sorted(Comparator.comparing(run -> run.startedAt().orElseThrow()))
                .toList();
    }
}
