package io.tidemark.analysis.compare;

import io.tidemark.analysis.difference.DifferenceForecast;
import io.tidemark.analysis.difference.MeanDifference;
import io.tidemark.analysis.measure.Measure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Runs per side, those that there are included, with which all open questions are decided with a chance of {@link #POWER}: that the candidate
 * changed, or that it is not worse by more than what blocks it. And the least change that the runs that there are find with the same chance. All
 * questions count, for the correction goes over all of them. Not thread-safe.
 */
public final class RunsNeeded {
    /** Largest number that is worth naming. */
    public static final int MAX = 200;

    public static final double POWER = 0.8;

    private final List<PendingComparison> drafts;
    private final List<Optional<DifferenceForecast>> outlooks;
    private final ComparisonPolicy policy;
    private final Map<Integer, double[]> pWith = new HashMap<>();

    RunsNeeded(List<PendingComparison> drafts, DifferenceMethod differences) {
        this.drafts = drafts;
        this.policy = differences.policy();
        this.outlooks = drafts.stream()
                .map(draft -> differences.outlook(draft.question(), draft.runs()))
                .toList();
    }

    /**
     * Of the question at this place; empty where more than {@link #MAX} would be needed, or nothing shows how runs vary. A comparison is decided
     * once all of its open questions are, so each must miss less often than one alone may: by the fourth root of how many are open, between 1,
     * as if they were decided together, and how many there are, as if each missed at another time (Bonferroni).
     *
     * @param open questions that wait for more runs, this one included
     */
    OptionalInt of(int place, int open) {
        double power = 1 - (1 - POWER) / Math.sqrt(Math.sqrt(open));
        Optional<DifferenceForecast> outlook = outlooks.get(place);
        int low = Math.max(policy.minimumRuns(), drafts.get(place).runs().runsOfSmallerSide() + 1);
        if (outlook.isEmpty() || low > MAX || decisionProbability(place, outlook.get(), MAX) < power) {
            return OptionalInt.empty();
        }
        int high = MAX;
        while (low < high) {
            int middle = (low + high) / 2;
            if (decisionProbability(place, outlook.get(), middle) >= power) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return OptionalInt.of(low);
    }

    /** As the size of a change for the worse, a share; empty where nothing shows how runs vary, or there are too few. */
    OptionalDouble detectable(int place) {
        PendingComparison draft = drafts.get(place);
        if (outlooks.get(place).isEmpty() || !draft.basis().decides()) {
            return OptionalDouble.empty();
        }
        MeanDifference now = draft.difference().orElseThrow();
        double critical = now.reach(
                Math.max(policy.confidence(), 1 - level(place, draft.runs().runsOfSmallerSide())));
        boolean lowerIsBetter = draft.question().measure().family().lowerIsBetter();
        double sign = lowerIsBetter ? 1 : -1;
        double margin = Math.abs(draft.scale()
                .difference(sign * policy.margins().of(draft.question().measure())));
        double beyond = MeanDifference.distribution(now.degreesOfFreedom()).inverseCumulativeProbability(POWER);
        double change = Math.max(margin, critical * now.standardError()) + beyond * now.standardError();
        return OptionalDouble.of(Math.abs(draft.scale().change(sign * change)));
    }

    private double decisionProbability(int place, DifferenceForecast outlook, int runs) {
        MeanDifference then = outlook.difference(runs);
        Rule rule = new Rule(
                drafts.get(place),
                policy,
                then.reach(Math.max(policy.confidence(), 1 - level(place, runs))),
                then.reach(2 * policy.confidence() - 1));
        return outlook.probability(runs, (moves, error) -> rule.decides(then.value(), moves, error));
    }

    /**
     * What decides a question.
     *
     * @param critical standard errors beyond which a change is found among all the questions
     * @param bound standard errors from the difference to its one-sided bound
     */
    private record Rule(PendingComparison draft, ComparisonPolicy policy, double critical, double bound) {

        /** Chance that the difference will be a change beyond the margin, or will not be worse than what blocks it. */
        double decides(double value, double moves, double error) {
            Measure measure = draft.question().measure();
            double sign = measure.family().lowerIsBetter() ? 1 : -1;
            double margin = policy.margins().of(measure);
            double found = critical * error;
            double worseFrom = Math.max(distance(sign * margin), found);
            double betterFrom = Math.max(distance(-sign * margin), found);
            double block = policy.blocks().of(measure);
            double notWorseTo = block < 1 ? Math.max(-betterFrom, distance(sign * block) - bound * error) : -betterFrom;
            double worse = sign * value;
            return notWorseTo >= worseFrom
                    ? 1
                    : 1
                            - DifferenceForecast.probabilityBelow(worseFrom, worse, moves)
                            + DifferenceForecast.probabilityBelow(notWorseTo, worse, moves);
        }

        private double distance(double change) {
            return Math.abs(draft.scale().difference(change));
        }
    }

    /** The p that this question must keep if the others are as they will be: by Benjamini and Hochberg's correction. */
    private double level(int place, int runs) {
        double[] p = pWith.computeIfAbsent(runs, this::p).clone();
        p[place] = 0;
        double[] adjusted = BenjaminiHochberg.adjusted(p);
        int found = 0;
        for (double one : adjusted) {
            found += one <= policy.falseDiscoveryRate() ? 1 : 0;
        }
        return policy.falseDiscoveryRate() * found / p.length;
    }

    private double[] p(int runs) {
        List<Double> p = new ArrayList<>();
        for (Optional<DifferenceForecast> outlook : outlooks) {
            p.add(outlook.map(it -> it.difference(runs).p()).orElse(1.0));
        }
        return p.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
