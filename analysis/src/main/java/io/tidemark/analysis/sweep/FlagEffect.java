package io.tidemark.analysis.sweep;

import java.util.List;
import java.util.Optional;

/**
 * What one value of a flag does against the flag's reference value, all other flags being equal.
 *
 * @param estimate empty where the runs do not determine it
 * @param confoundedWith the flags that change only together with this one, where that is why there is no estimate
 */
public record FlagEffect(
        String flag, String value, String reference, Optional<Estimate> estimate, List<String> confoundedWith) {
    public FlagEffect {
        confoundedWith = List.copyOf(confoundedWith);
    }

    /**
     * An effect on its {@link EffectScale}.
     *
     * @param low lower end of the two-sided interval; not a number if nothing says how runs vary
     * @param high upper end
     */
    public record Estimate(double effect, double low, double high) {
        /** Whether the interval leaves out that the value does nothing. */
        public boolean excludes(double nothing) {
            return low > nothing || high < nothing;
        }
    }
}
