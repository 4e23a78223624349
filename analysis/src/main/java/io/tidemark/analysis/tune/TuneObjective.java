package io.tidemark.analysis.tune;

import io.tidemark.events.LoadKind;

/**
 * What is to be as good as possible: a value above 0, compared by ratios.
 *
 * @param name as verdicts print it
 * @param loadKind of the load that is held; UNKNOWN for a value of another kind
 * @param lowerIsBetter whether it is a cost
 */
public record TuneObjective(String name, LoadKind loadKind, boolean lowerIsBetter) {
    public TuneObjective {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of what is tuned must not be blank");
        }
    }

    /** The highest load within all objectives: requests per second, or in flight. */
    public static TuneObjective heldLoad(LoadKind kind) {
        return new TuneObjective("held load", kind, false);
    }

    /** Such as goodput, or tokens per second within the objectives. */
    public static TuneObjective maximize(String name) {
        return new TuneObjective(name, LoadKind.UNKNOWN, false);
    }

    /** Such as cost per token. */
    public static TuneObjective minimize(String name) {
        return new TuneObjective(name, LoadKind.UNKNOWN, true);
    }

    /** Whether a candidate can be asked for a load first, and be given up if it breaks there. */
    public boolean isHeldLoad() {
        return loadKind != LoadKind.UNKNOWN;
    }

    /** The logarithm of a value, such that higher is better. */
    double utility(double value) {
        return lowerIsBetter ? -Math.log(value) : Math.log(value);
    }

    double value(double utility) {
        return Math.exp(lowerIsBetter ? -utility : utility);
    }
}
