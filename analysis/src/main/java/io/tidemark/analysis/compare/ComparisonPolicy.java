package io.tidemark.analysis.compare;

import io.tidemark.analysis.difference.VarianceAssumption;

/**
 * How sides are compared.
 *
 * @param margins the largest changes that do not matter
 * @param blocks changes for the worse that must be excluded before a gate passes
 * @param confidence of the two-sided intervals that are printed and that must exclude 0
 * @param falseDiscoveryRate of Benjamini and Hochberg's correction over all questions of one comparison
 * @param minimumRuns per side, 3 or more; with fewer nothing is decided, but for scores of evaluations
 * @param spreads how runs of the two sides vary
 */
public record ComparisonPolicy(
        MeasureSelection selection,
        Margins margins,
        Margins blocks,
        double confidence,
        double falseDiscoveryRate,
        int minimumRuns,
        VarianceAssumption spreads) {
    /** Intervals of 95 %, 6 % false discoveries, 3 runs a side. */
    public static final ComparisonPolicy DEFAULT = new ComparisonPolicy(
            MeasureSelection.DEFAULT, Margins.DEFAULT, Margins.BLOCKS, 0.95, 0.06, 3, VarianceAssumption.EACH_ITS_OWN);

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
    }

    public ComparisonPolicy withSelection(MeasureSelection other) {
        return new ComparisonPolicy(other, margins, blocks, confidence, falseDiscoveryRate, minimumRuns, spreads);
    }

    public ComparisonPolicy withFalseDiscoveryRate(double other) {
        return new ComparisonPolicy(selection, margins, blocks, confidence, other, minimumRuns, spreads);
    }

    /**
     * The same rates of errors for so many comparisons together, of which the best may be chosen afterwards: each has its share (Bonferroni).
     *
     * @param comparisons 1 or more
     */
    public ComparisonPolicy sharedBy(int comparisons) {
        if (comparisons < 1) {
            throw new IllegalArgumentException("comparisons must be at least 1 but was " + comparisons);
        }
        return new ComparisonPolicy(
                selection,
                margins,
                blocks,
                1 - (1 - confidence) / comparisons,
                falseDiscoveryRate / comparisons,
                minimumRuns,
                spreads);
    }
}
