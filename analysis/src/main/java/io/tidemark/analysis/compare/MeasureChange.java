package io.tidemark.analysis.compare;

import java.util.OptionalDouble;

/**
 * What the candidate does to the base: candidate / base - 1 where changes are relative, else candidate - base.
 *
 * @param low lower end of the interval; empty without one
 * @param high upper end; empty without one
 * @param p chance of a difference at least as large, in either direction, if there were none; empty without an interval
 * @param adjustedP Benjamini and Hochberg's over the comparison's questions; empty where nothing is decided
 */
public record MeasureChange(
        double value, OptionalDouble low, OptionalDouble high, OptionalDouble p, OptionalDouble adjustedP) {
    public boolean excludesZero() {
        return low.orElse(0) > 0 || high.orElse(0) < 0;
    }

    /** Whether the value is beyond the margin, in either direction. */
    public boolean exceeds(double margin) {
        return Math.abs(value) > margin;
    }

    /** Whether the whole interval is within the margin. */
    public boolean isWithin(double margin) {
        return low.isPresent() && low.getAsDouble() > -margin && high.orElse(Double.POSITIVE_INFINITY) < margin;
    }

    MeasureChange adjusted(double adjusted) {
        return new MeasureChange(value, low, high, p, OptionalDouble.of(adjusted));
    }

    /** The adjusted p that compares with the whole rate of false discoveries where a look may spend a share of it. */
    MeasureChange adjustedForLook(double share) {
        return adjustedP.isEmpty() ? this : adjusted(Math.min(1, adjustedP.getAsDouble() / share));
    }
}
