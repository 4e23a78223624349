package io.tidemark.streams.regression;

import io.tidemark.analysis.compare.Figure;
import io.tidemark.analysis.compare.Question;
import io.tidemark.analysis.compare.StepFigures;
import io.tidemark.analysis.history.ChangePoint;
import io.tidemark.analysis.history.EDivisive;
import io.tidemark.events.StepResult;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/** Where the figures of a soak changed for good. Stateless. */
final class SegmentHistory {
    /** Fewer segments tell nothing at its level: at most 1 in 20 orders of 3 and 3 values is as clear as the clearest, of 4 and 4 1 in 70. */
    static final int FEWEST = 12;

    private static final EDivisive METHOD = new EDivisive(0.01, 199, 3, 0.05);
    private static final long SEED = 2014;

    private SegmentHistory() {}

    /** The first segment after the newest change of what a question asks; empty without one, or where a segment has no answer. */
    static OptionalInt changedAt(List<StepResult> segments, Question question) {
        if (segments.size() < FEWEST) {
            return OptionalInt.empty();
        }
        double[] series = segments.stream()
                .flatMap(segment -> StepFigures.of(segment).stream())
                .filter(figure -> figure.question().equals(question))
                .mapToDouble(Figure::value)
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
