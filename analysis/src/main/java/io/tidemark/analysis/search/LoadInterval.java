package io.tidemark.analysis.search;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a search knows of the highest load that is held.
 *
 * @param heldUpTo at which, and at every load tried below, all objectives hold; empty where not even the lowest does
 * @param breaksFrom from which on every load tried breaks; empty where none did
 * @param near loads between the two that were tried, rising
 * @param monotone false when a load held above one that did not
 */
public record LoadInterval(OptionalDouble heldUpTo, OptionalDouble breaksFrom, List<Double> near, boolean monotone) {
    public LoadInterval {
        near = List.copyOf(near);
    }

    /** Whether the highest load that is held may be this one. */
    public boolean covers(double load) {
        return load >= heldUpTo.orElse(0) && load <= breaksFrom.orElse(Double.POSITIVE_INFINITY);
    }

    /** Upper over lower end; infinite while one is not known. */
    public double factor() {
        return heldUpTo.isEmpty() || breaksFrom.isEmpty()
                ? Double.POSITIVE_INFINITY
                : breaksFrom.getAsDouble() / heldUpTo.getAsDouble();
    }
}
