package io.tidemark.analysis.compare;

/**
 * How sides are compared.
 *
 * @param confidence of the two-sided intervals that are printed and that must exclude 0
 * @param falseDiscoveryRate of Benjamini and Hochberg's correction over all questions of one comparison
 * @param minimumRuns per side, 3 or more; with fewer nothing is decided, but for scores of evaluations
 * @param pairsFrom runs per side from which runs that took turns are compared in pairs; fewer pairs lose more by their degrees of freedom than
 *     they gain
 * @param spreads of sides with unequally many runs
 */
public record ComparisonPolicy(
        Selection selection,
        Margins margins,
        double confidence,
        double falseDiscoveryRate,
        int minimumRuns,
        int pairsFrom,
        Spreads spreads) {
    /** Intervals of 95 %, 6 % false discoveries, 3 runs a side, pairs from 5 on. */
    public static final ComparisonPolicy DEFAULT =
            new ComparisonPolicy(Selection.DEFAULT, Margins.DEFAULT, 0.95, 0.06, 3, 5);

    /** Each side with a spread of its own. */
    public ComparisonPolicy(
            Selection selection,
            Margins margins,
            double confidence,
            double falseDiscoveryRate,
            int minimumRuns,
            int pairsFrom) {
        this(selection, margins, confidence, falseDiscoveryRate, minimumRuns, pairsFrom, Spreads.EACH_ITS_OWN);
    }

    public ComparisonPolicy {
        if (!(confidence > 0.5 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be in (0.5, 1) but was " + confidence);
        }
        if (!(falseDiscoveryRate > 0 && falseDiscoveryRate < 0.5)) {
            throw new IllegalArgumentException("falseDiscoveryRate must be in (0, 0.5) but was " + falseDiscoveryRate);
        }
        if (minimumRuns < 3) {
            throw new IllegalArgumentException("minimumRuns must be at least 3 but was " + minimumRuns);
        }
        if (pairsFrom < minimumRuns) {
            throw new IllegalArgumentException(
                    "pairsFrom must be at least minimumRuns = " + minimumRuns + " but was " + pairsFrom);
        }
    }

    public ComparisonPolicy withSelection(Selection other) {
        return new ComparisonPolicy(other, margins, confidence, falseDiscoveryRate, minimumRuns, pairsFrom, spreads);
    }

    public ComparisonPolicy withMargins(Margins other) {
        return new ComparisonPolicy(selection, other, confidence, falseDiscoveryRate, minimumRuns, pairsFrom, spreads);
    }
}
