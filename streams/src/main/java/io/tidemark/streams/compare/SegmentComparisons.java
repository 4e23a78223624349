package io.tidemark.streams.compare;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.difference.VarianceAssumption;
import io.tidemark.events.StepResult;
import java.util.List;
import java.util.Optional;

/**
 * A soak's newest segments against those before them. Three against three or more are decided; with fewer before them the newest alone is
 * screened. As a soak of a day asks it 144 times, a change needs to be much surer than one between phases. Stateless.
 */
final class SegmentComparisons {
    /** Newest segments that are compared. */
    static final int NEWEST = 3;

    /** Rate of false discoveries per segment that ends; what 144 of them come to is measured in LongSegmentFalseAlarmsTest. */
    private static final double FALSE_DISCOVERY_RATE = 0.0005;

    private static final ComparisonPolicy POLICY = policy();

    private SegmentComparisons() {}

    /**
     * The comparison that stands when the last of these ended; empty for the first segment.
     *
     * @param segments of one step in their order
     */
    static Optional<RunComparison> of(List<StepResult> segments) {
        if (segments.size() < 2) {
            return Optional.empty();
        }
        int newest = segments.size() >= POLICY.minimumRuns() + NEWEST ? NEWEST : 1;
        int from = segments.size() - newest;
        String phase = segments.get(from).getPhase();
        return Optional.of(RunComparison.of(
                ComparisonSides.ofSegments(phase, segments.subList(0, from)),
                ComparisonSides.ofSegments(phase, segments.subList(from, segments.size())),
                POLICY));
    }

    private static ComparisonPolicy policy() {
        ComparisonPolicy usual = ComparisonPolicy.DEFAULT;
        return new ComparisonPolicy(
                usual.selection(),
                usual.margins(),
                usual.blocks(),
                usual.confidence(),
                FALSE_DISCOVERY_RATE,
                usual.minimumRuns(),
                VarianceAssumption.ONE_FOR_BOTH);
    }
}
