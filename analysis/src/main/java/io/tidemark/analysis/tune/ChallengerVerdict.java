package io.tidemark.analysis.tune;

import io.tidemark.events.ComparisonVerdict;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A challenger against the default, by the runs of the final stage alone.
 *
 * @param runs of the side with fewer
 * @param ratio challenger over default, of the geometric means; of a cost below 1 is better
 * @param low lower end of the ratio's interval, which holds for all challengers together; empty with too few runs
 * @param high upper end
 * @param verdict by the rules of {@code tidemark compare}: IMPROVED is better than the default
 * @param runsNeeded a side, these included, that decide it; empty where it is decided, or more than 200 would be needed
 * @param hoursNeeded of server time for those that are missing
 */
public record ChallengerVerdict(
        Candidate candidate,
        int runs,
        double ratio,
        OptionalDouble low,
        OptionalDouble high,
        ComparisonVerdict verdict,
        OptionalInt runsNeeded,
        OptionalDouble hoursNeeded) {
    /** Whether it is shown to be better than the default. */
    public boolean isBetter() {
        return verdict == ComparisonVerdict.IMPROVED;
    }
}
