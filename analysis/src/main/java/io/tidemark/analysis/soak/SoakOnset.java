package io.tidemark.analysis.soak;

import io.tidemark.analysis.timeseries.ChangePoint;
import io.tidemark.analysis.timeseries.EDivisive;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * When a figure of a soak began to differ: the first change point of its segments from which on every level is on the side of the finding.
 *
 * @param segment the first of the other level
 * @param fromMicros its start, microseconds since 1970
 * @param before mean of the figure in the segments until then, in its unit
 * @param after mean from the newest change point on
 */
public record SoakOnset(int segment, long fromMicros, double before, double after) {
    /** Fewer segments have no change point at its level. */
    private static final int MIN_SEGMENTS = 12;

    /** Of the newest segments; the cost grows with their square. */
    private static final int MAX_NEWEST = 72;

    private static final EDivisive METHOD = new EDivisive(0.01, 99, 3, 0);
    private static final long SEED = 2014;

    /** Of a restart: its segment. */
    static SoakOnset of(SoakRestart restart) {
        return new SoakOnset(restart.segment(), restart.fromMicros(), 0, restart.count());
    }

    /**
     * Empty where no change point is shown.
     *
     * @param first segments of the first periods
     * @param newer segments of the newest ones, in their order
     * @param rising whether the finding is that the figure rose
     */
    static Optional<SoakOnset> of(List<SoakPart> first, List<SoakPart> newer, SoakMeasure measure, boolean rising) {
        List<SoakPart> newest = newer.subList(Math.max(0, newer.size() - MAX_NEWEST), newer.size());
        List<SoakPart> known = Stream.concat(first.stream(), newest.stream())
                .filter(part -> part.figures().containsKey(measure))
                .toList();
        if (known.size() < MIN_SEGMENTS) {
            return Optional.empty();
        }
        double[] series =
                known.stream().mapToDouble(part -> part.figures().get(measure)).toArray();
        List<ChangePoint> points = METHOD.of(series, new SplittableRandom(SEED));
        if (points.isEmpty()) {
            return Optional.empty();
        }
        double reference = points.get(0).before();
        double last = points.get(points.size() - 1).after();
        int from = points.size();
        while (from > 0 && isBeyond(points.get(from - 1).after(), reference, rising)) {
            from--;
        }
        if (from == points.size()) {
            return Optional.empty();
        }
        SoakPart began = known.get(points.get(from).index());
        return Optional.of(new SoakOnset(
                began.segment(), began.fromMicros(), points.get(from).before(), last));
    }

    private static boolean isBeyond(double level, double reference, boolean rising) {
        return rising ? level > reference : level < reference;
    }
}
