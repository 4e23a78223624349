package io.tidemark.analysis.compare;

import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * Runs per side that would decide a question if the change and the spread of runs stayed as they are: until the interval excludes 0 where the
 * change is beyond the margin, until it lies within the margin where it is not. Power at that number is one half; plan for more. Stateless.
 */
public final class RunsNeeded {
    /** Largest number that is worth naming. */
    public static final int MOST = 200;

    private RunsNeeded() {}

    /**
     * @param more than the runs that there are, at least
     * @param level largest p that is told as a change
     */
    static OptionalInt of(Difference difference, double deviation, Scale scale, double margin, int more, double level) {
        boolean beyond = Math.abs(scale.change(difference.value())) > margin;
        IntPredicate decides = runs -> {
            Difference then = new Difference(
                    difference.value(), deviation * Math.sqrt(2.0 / runs), 2.0 * runs - 2, difference.basis());
            return beyond ? then.p() <= level : isWithin(then, scale, margin, 1 - level);
        };
        return more <= MOST && decides.test(MOST) ? OptionalInt.of(fewest(decides, more)) : OptionalInt.empty();
    }

    /** More runs never decide less. */
    private static int fewest(IntPredicate decides, int from) {
        int low = from;
        int high = MOST;
        while (low < high) {
            int middle = (low + high) / 2;
            if (decides.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static boolean isWithin(Difference then, Scale scale, double margin, double confidence) {
        double reach = then.reach(confidence);
        return scale.change(then.value() - reach) > -margin && scale.change(then.value() + reach) < margin;
    }
}
