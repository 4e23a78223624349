package io.tidemark.analysis.compare;

import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.events.ComparisonVerdict;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which measures of one run, or of few, are suspected to be worse than those of a baseline, and whether runs that were made for it confirm
 * that. A single run against many never decides: its interval is that of a prediction, with the variance of the baseline's runs. The confirming
 * runs are compared by themselves, without the run that raised the suspicion: that one was picked for being slow. How often this alarms
 * by mistake is measured in docs/internals/comparison-statistics.md.
 *
 * @param suspected surest first
 */
public record RegressionSuspicion(List<ComparedMeasure> suspected) {
    /** The adjusted p at which a measure is suspected. It decides how often confirming runs are made for nothing. */
    public static final double MAX_P = 0.05;

    /** Runs of the baseline that are needed: fewer show too little of how much runs vary. */
    public static final int MIN_BASE_RUNS = 3;

    public RegressionSuspicion {
        suspected = List.copyOf(suspected);
    }

    /** Of the newest run against the baseline. */
    public static RegressionSuspicion of(RunComparison newest) {
        List<ComparedMeasure> asked = newest.compared().stream()
                .filter(one -> one.change().p().isPresent())
                .toList();
        double[] adjusted = BenjaminiHochberg.adjusted(asked.stream()
                .mapToDouble(one -> one.change().p().getAsDouble())
                .toArray());
        return new RegressionSuspicion(IntStream.range(0, asked.size())
                .filter(at -> adjusted[at] <= MAX_P && isWorse(asked.get(at)))
                .boxed()
                .sorted((one, other) -> Double.compare(adjusted[one], adjusted[other]))
                .map(asked::get)
                .toList());
    }

    /** Whether anything is. */
    public boolean isSuspected() {
        return !suspected.isEmpty();
    }

    /**
     * The suspected measures that are worse again.
     *
     * @param confirming the confirming runs alone against the same baseline
     */
    public List<ComparedMeasure> confirmedBy(RunComparison confirming) {
        Set<MeasureAtLoad> questions =
                suspected.stream().map(ComparedMeasure::question).collect(Collectors.toSet());
        return confirming.compared().stream()
                .filter(one -> questions.contains(one.question()))
                .filter(one -> one.uncorrectedVerdict() == ComparisonVerdict.REGRESSED)
                .toList();
    }

    private static boolean isWorse(ComparedMeasure one) {
        return one.isWorse() && one.change().exceeds(one.margin());
    }
}
