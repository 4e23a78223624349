package io.tidemark.analysis.compare;

import io.tidemark.events.ComparisonVerdict;

/** The rule that turns a change with its interval into a verdict: docs/internals/comparison-statistics.md. Stateless. */
final class VerdictRule {
    private VerdictRule() {}

    static ComparisonVerdict of(MeasureChange change, double margin, boolean worse) {
        if (change.excludesZero() && change.exceeds(margin)) {
            return worse ? ComparisonVerdict.REGRESSED : ComparisonVerdict.IMPROVED;
        }
        return change.isWithin(margin) ? ComparisonVerdict.EQUIVALENT : ComparisonVerdict.INCONCLUSIVE;
    }

    /** As above, but a change needs to keep the rate of false discoveries, too. */
    static ComparisonVerdict of(MeasureChange change, double margin, boolean worse, double falseDiscoveryRate) {
        ComparisonVerdict alone = of(change, margin, worse);
        boolean isChange = alone == ComparisonVerdict.REGRESSED || alone == ComparisonVerdict.IMPROVED;
        boolean discovered = change.adjustedP().orElse(1) <= falseDiscoveryRate;
        return isChange && !discovered ? ComparisonVerdict.INCONCLUSIVE : alone;
    }
}
