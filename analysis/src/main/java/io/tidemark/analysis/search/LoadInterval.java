package io.tidemark.analysis.search;

import java.util.OptionalDouble;

/**
 * What a search knows of the highest load that is held: the model's interval.
 *
 * @param heldUpTo its lower end; empty where no load that was tried is known to hold
 * @param failsFrom its upper end; empty where no load that was tried is known to break
 * @param monotone false when a load held above one that broke, each by its own test
 */
public record LoadInterval(OptionalDouble heldUpTo, OptionalDouble failsFrom, boolean monotone) {
    static final LoadInterval UNKNOWN = new LoadInterval(OptionalDouble.empty(), OptionalDouble.empty(), true);

    /** Whether the highest load that is held may be this one. */
    public boolean covers(double load) {
        return load >= heldUpTo.orElse(0) && load <= failsFrom.orElse(Double.POSITIVE_INFINITY);
    }

    /** Whether both ends are known. */
    public boolean isClosed() {
        return heldUpTo.isPresent() && failsFrom.isPresent();
    }

    /** Upper over lower end; infinite while one is not known. */
    public double factor() {
        return isClosed() ? failsFrom.getAsDouble() / heldUpTo.getAsDouble() : Double.POSITIVE_INFINITY;
    }
}
