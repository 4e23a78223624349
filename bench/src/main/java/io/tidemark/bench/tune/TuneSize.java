package io.tidemark.bench.tune;

import java.util.List;

/**
 * How much is tried.
 *
 * @param spaces the first so many
 * @param mostCandidates of each space
 * @param surfaceSeeds runs at each load of a surface
 * @param surfaceSeconds that each of them is measured
 * @param seeds tuners of each row
 * @param noises standard deviations between fresh servers of one configuration
 * @param direct tuners of each space that run on the engine
 * @param searches of each length and configuration, of which the errors are taken
 */
public record TuneSize(
        int spaces,
        int mostCandidates,
        int surfaceSeeds,
        double surfaceSeconds,
        int seeds,
        List<Double> noises,
        int direct,
        int searches) {
    /** Forty seeds on all spaces. */
    public static final TuneSize STANDARD = new TuneSize(4, 200, 2, 150, 40, List.of(0.02, 0.05), 40, 40);

    /** Half of one space. */
    public static final TuneSize TINY = new TuneSize(1, 60, 1, 40, 2, List.of(0.02), 0, 4);

    public TuneSize {
        noises = List.copyOf(noises);
    }
}
