package io.tidemark.app.watch;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.analysis.compare.RegressionSuspicion;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import java.util.List;
import java.util.Optional;

/** Whether a worse run is seen beside the runs of a baseline: they are alike enough, and something of it can be compared with them. */
public final class BaselineSpread {
    /** A run that takes so many times as long as the baseline must be seen. */
    private static final double SEEN_FROM = 2;

    private BaselineSpread() {}

    /** Reports that a run twice as slow would not stand out from these; empty where it would, and where too few runs show how they vary. */
    public static Optional<String> blindness(ComparedSide baseline) {
        return baseline.runs().size() < RegressionSuspicion.MIN_BASE_RUNS
                ? Optional.empty()
                : blindness(Comparison.ofOneOf(baseline, ComparisonPolicy.DEFAULT));
    }

    /** @param one a run against the baseline */
    static Optional<String> blindness(RunComparison one) {
        List<ComparedMeasure> decided = one.compared().stream()
                .filter(measure -> measure.change().p().isPresent())
                .toList();
        if (decided.isEmpty()) {
            return Optional.of("cannot tell: no measure of a run and of the baseline can be compared");
        }
        List<ComparedMeasure> asked = decided.stream()
                .filter(measure -> measure.measure().family() == MeasureFamily.LATENCY)
                .toList();
        if (asked.isEmpty() || asked.stream().anyMatch(BaselineSpread::sees)) {
            return Optional.empty();
        }
        ComparedMeasure first = asked.get(0);
        String needed = first.runsNeeded().isPresent()
                ? "; " + first.runsNeeded().getAsInt() + " runs per side would decide"
                : "";
        return Optional.of("cannot tell: the runs of the baseline differ so much that a run twice as slow is not seen: "
                + ComparisonText.change(first, ComparisonPolicy.DEFAULT.confidence()) + needed);
    }

    /** Intervals are of ratios: one as wide as this around twice the baseline's value leaves out no change. */
    private static boolean sees(ComparedMeasure measure) {
        double lowest = 1 + measure.change().low().orElse(-1);
        return lowest * SEEN_FROM > 1 + measure.change().value();
    }
}
