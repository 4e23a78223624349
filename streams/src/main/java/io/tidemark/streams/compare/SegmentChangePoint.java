package io.tidemark.streams.compare;

import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.StepMeasurements;
import io.tidemark.analysis.timeseries.ChangePoint;
import io.tidemark.analysis.timeseries.EDivisive;
import io.tidemark.events.StepResult;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/** Where the figures of a soak changed for good. Stateless. */
final class SegmentChangePoint {
    /** Fewer segments are no evidence at its level: at most 1 in 20 orders of 3 and 3 values is as clear as the clearest, of 4 and 4 1 in 70. */
    static final int MIN_SEGMENTS = 12;

    private static final EDivisive METHOD = new EDivisive(0.01, 199, 3, 0.05);
    private static final long SEED = 2014;

    private SegmentChangePoint() {}

    /** The first segment after the newest change of what a question asks; empty without one, or where a segment has no answer. */
    static OptionalInt changedAt(List<StepResult> segments, MeasureAtLoad question) {
        if (segments.size() < MIN_SEGMENTS) {
            return OptionalInt.empty();
        }
        double[] series = segments.stream()
                .flatMap(segment -> StepMeasurements.of(segment).stream())
                .filter(figure -> figure.question().equals(question))
                .mapToDouble(MeasuredValue::value)
                .toArray();
        if (series.length != segments.size()) {
            return OptionalInt.empty();
        }
        List<ChangePoint> points = METHOD.of(series, new SplittableRandom(SEED));
        return points.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(
                        segments.get(points.get(points.size() - 1).index()).getSegment());
    }
}
