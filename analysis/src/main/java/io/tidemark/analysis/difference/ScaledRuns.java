package io.tidemark.analysis.difference;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Both sides' runs at one question. */
public record ScaledRuns(List<ScaledRun> base, List<ScaledRun> candidate) {

    public int runsOfSmallerSide() {
        return Math.min(base.size(), candidate.size());
    }

    /** By every run of both sides. */
    public DifferenceEstimate estimate(VarianceAssumption spreads) {
        List<Placed> placed = placed();
        boolean[] candidates = new boolean[placed.size()];
        double[] values = new double[placed.size()];
        double[] own = new double[placed.size()];
        double step = step();
        for (int at = 0; at < candidates.length; at++) {
            candidates[at] = placed.get(at).isCandidate();
            values[at] = placed.get(at).run().value();
            own[at] = Math.max(placed.get(at).run().ownVariance(), step * step / 12);
        }
        boolean inTime = spreads == VarianceAssumption.EACH_ITS_OWN && everyStartIsKnown();
        LeastSquaresDesign design = inTime
                ? LeastSquaresDesign.ordered(candidates)
                : LeastSquaresDesign.unordered(base.size(), candidate.size());
        return DifferenceEstimate.of(design, values, own, spreads);
    }

    public double difference() {
        return mean(candidate) - mean(base);
    }

    /** 1/k + 1/k: variance of the difference per variance of a run. */
    public double varianceFactor() {
        return 1.0 / base.size() + 1.0 / candidate.size();
    }

    /** Variance of the difference by the values' own errors alone. */
    public double ownVariance() {
        return ownVariance(base) / base.size() + ownVariance(candidate) / candidate.size();
    }

    /** Mean own variance of each side, not divided by its runs: for repeats that share their items, as evaluations do their questions. */
    public double sharedOwnVariance() {
        return ownVariance(base) + ownVariance(candidate);
    }

    public VarianceEstimate spread() {
        return VarianceEstimate.of(base).pooledWith(VarianceEstimate.of(candidate));
    }

    public boolean allHaveOwnErrors() {
        return Stream.concat(base.stream(), candidate.stream()).allMatch(ScaledRun::hasOwnError);
    }

    private record Placed(ScaledRun run, boolean isCandidate) {}

    /** In the order of time where every start is known, else the base's first. */
    private List<Placed> placed() {
        Stream<Placed> all = Stream.concat(
                base.stream().map(run -> new Placed(run, false)),
                candidate.stream().map(run -> new Placed(run, true)));
        return everyStartIsKnown()
                ? all.sorted(Comparator.comparing(one -> one.run().startedAt().orElseThrow()))
                        .toList()
                : all.toList();
    }

    /** All runs as one series; empty where a start is not known. */
    public List<ScaledRun> inTime() {
        return everyStartIsKnown() ? placed().stream().map(Placed::run).toList() : List.of();
    }

    private boolean everyStartIsKnown() {
        return Stream.concat(base.stream(), candidate.stream())
                .allMatch(run -> run.startedAt().isPresent());
    }

    /**
     * The step that values come in where two runs of a side are exactly alike, as a clock of 10 ms makes them: the least distance of two that
     * differ. 0 where none are alike, or where items show how far a value may be off.
     */
    private double step() {
        if (allHaveOwnErrors()) {
            return 0;
        }
        double[] values = Stream.concat(base.stream(), candidate.stream())
                .mapToDouble(ScaledRun::value)
                .sorted()
                .toArray();
        double[] distinct = Arrays.stream(values).distinct().toArray();
        double least = 0;
        for (int at = 1; at < distinct.length && distinct.length < values.length; at++) {
            double gap = distinct[at] - distinct[at - 1];
            least = least == 0 ? gap : Math.min(least, gap);
        }
        return least;
    }

    private static double mean(List<ScaledRun> runs) {
        return VarianceEstimate.mean(runs.stream().mapToDouble(ScaledRun::value).toArray());
    }

    private static double ownVariance(List<ScaledRun> runs) {
        return VarianceEstimate.mean(
                runs.stream().mapToDouble(ScaledRun::ownVariance).toArray());
    }
}
