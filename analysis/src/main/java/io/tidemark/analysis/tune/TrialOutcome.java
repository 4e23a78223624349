package io.tidemark.analysis.tune;

import io.tidemark.analysis.search.LoadInterval;
import java.util.Optional;

/** What came of a start. */
public sealed interface TrialOutcome {
    /**
     * A value.
     *
     * @param value above 0; of a search its model's estimate
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

        /** The middle of an interval of 95 % on the scale of the logarithm. */
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

    /** An estimate with a larger relative error is less informative than the known end of the interval: its 95 % span a factor of four. */
    double MAX_ESTIMATE_ERROR = 0.354;

    /**
     * Of a measurement that ended: its model's estimate, also where one end of the interval is not known. A search whose time was over before the second
     * end was shown has measured something, and the slowest servers are those that would be left out most often.
     *
     * @param value interval of what was measured
     * @param estimate of it by a model; empty where there is none
     * @return empty where neither the estimate nor an end of the interval is informative
     */
    static Optional<TrialOutcome> of(LoadInterval value, Optional<Measured> estimate) {
        if (estimate.isPresent() && estimate.get().relativeError() <= MAX_ESTIMATE_ERROR) {
            return Optional.of(estimate.get());
        }
        if (value.isClosed()) {
            return Optional.of(Measured.between(
                    value.heldUpTo().getAsDouble(), value.failsFrom().getAsDouble()));
        }
        if (value.failsFrom().isPresent()) {
            return Optional.of(new Bound(value.failsFrom().getAsDouble(), Side.BELOW));
        }
        return value.heldUpTo().isPresent()
                ? Optional.of(new Bound(value.heldUpTo().getAsDouble(), Side.ABOVE))
                : Optional.empty();
    }

    private static void requirePositive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    "the " + name + " of a trial must be above 0 and finite but was " + value);
        }
    }
}
