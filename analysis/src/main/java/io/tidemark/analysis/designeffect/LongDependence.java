package io.tidemark.analysis.designeffect;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Whether a step's slow times last so long that it saw few of them: the design effect of its longest blocks, of which at least
 * {@value #FEWEST} are left, is more than {@value #RATIO} times that of blocks a quarter as long. Of independent blocks the ratio is that of two
 * variances, the longer one of 9 degrees of freedom and more, and beyond it in about 1 % of steps. Stateless.
 */
public final class LongDependence {
    private static final int FEWEST = 10;
    private static final int TIMES_SHORTER = 4;
    private static final double RATIO = 2.5;

    private LongDependence() {}

    /** Length of the blocks that still differ so, nanoseconds; none in a step that is too short to show it. */
    public static OptionalLong blockNanos(BlockStatistic shortest) {
        int together = 1;
        while (shortest.size() / (2 * together) >= FEWEST) {
            together *= 2;
        }
        if (together < TIMES_SHORTER) {
            return OptionalLong.empty();
        }
        BlockStatistic longest = shortest.merged(together);
        OptionalDouble effect = longest.designEffect();
        OptionalDouble shorter = shortest.merged(together / TIMES_SHORTER).designEffect();
        boolean last = effect.isPresent()
                && shorter.isPresent()
                && effect.getAsDouble() > RATIO * Math.max(1, shorter.getAsDouble());
        return last ? OptionalLong.of(longest.lengthNanos()) : OptionalLong.empty();
    }
}
