package io.tidemark.analysis.tune;

import io.tidemark.analysis.search.LoadInterval;

/** What came of a start. */
public sealed interface TrialOutcome {
    /**
     * A value.
     *
     * @param value above 0; of a held load the middle of its interval on the scale of the logarithm
     * @param relativeError standard error of its logarithm, by this run alone
     */
    record Measured(double value, double relativeError) implements TrialOutcome {
        /** Standard errors from the middle of an interval of 95 % to its end. */
        private static final double REACH = 1.96;

        public Measured {
            requirePositive("value", value);
            if (!(relativeError >= 0) || Double.isInfinite(relativeError)) {
                throw new IllegalArgumentException(
                        "the relative error of a trial must be finite and 0 or more but was " + relativeError);
            }
        }

        private static Measured between(LoadInterval closed) {
            return between(closed.heldUpTo().orElseThrow(), closed.breaksFrom().orElseThrow());
        }

        static Measured between(double low, double high) {
            return new Measured(Math.sqrt(low * high), Math.log(high / low) / 2 / REACH);
        }
    }

    /**
     * Only one end is known.
     *
     * @param value a load or value above 0
     * @param side where the truth lies
     */
    record Bound(double value, Side side) implements TrialOutcome {
        public Bound {
            requirePositive("bound", value);
        }
    }

    /** Where the truth lies, seen from a bound, as numbers and not as better or worse. */
    enum Side {
        BELOW,
        ABOVE
    }

    /**
     * The server did not start, or did not live through its trial.
     *
     * @param cause such as "out of memory"; the same words for the same cause
     */
    record Infeasible(String cause) implements TrialOutcome {
        public Infeasible {
            if (cause.isBlank()) {
                throw new IllegalArgumentException("a failed trial needs a cause but had none");
            }
        }
    }

    /** Ends of an estimate that lie further apart than by this factor tell less than the end that is known. */
    double MOST_FACTOR = 4;

    /**
     * Of a capacity search that ended. Where one end is not known, the model's estimate is taken with its larger error: a search whose time was over before
     * the second end was shown has measured something, and the slowest servers are those that would be left out most often.
     *
     * @param expected where the model expects the capacity
     * @throws IllegalArgumentException if nothing {@link #isKnown}
     */
    static TrialOutcome of(LoadInterval held, LoadInterval expected) {
        if (held.isClosed()) {
            return Measured.between(held);
        }
        if (expected.factor() <= MOST_FACTOR) {
            return Measured.between(expected);
        }
        if (held.breaksFrom().isPresent()) {
            return new Bound(held.breaksFrom().getAsDouble(), Side.BELOW);
        }
        if (held.heldUpTo().isPresent()) {
            return new Bound(held.heldUpTo().getAsDouble(), Side.ABOVE);
        }
        throw new IllegalArgumentException("a search that knows no end of its interval is no outcome of a trial");
    }

    /** Whether an end is known, or the estimate is narrow enough to be used. */
    static boolean isKnown(LoadInterval held, LoadInterval expected) {
        return held.breaksFrom().isPresent() || held.heldUpTo().isPresent() || expected.factor() <= MOST_FACTOR;
    }

    private static void requirePositive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    "the " + name + " of a trial must be above 0 and finite but was " + value);
        }
    }
}
