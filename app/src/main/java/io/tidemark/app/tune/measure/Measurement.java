package io.tidemark.app.tune.measure;

import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.producer.plan.PhasePlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Measures a server that is ready. */
public interface Measurement {
    /**
     * Returns when the measurement is over, or was asked to stop.
     *
     * @param labels of its runs
     */
    Result measure(PhasePlan phase, Map<String, String> labels) throws InterruptedException;

    /**
     * What was measured.
     *
     * @param runs their ids
     * @param value what is maximized or minimized; of a held load its interval
     * @param estimate where a model expects the value, also beyond what was tried; empty where there is no model
     * @param description in one line
     * @param complete false if it was stopped: then it is measured anew
     * @param heldOut the same of the held-out workload; empty where there is none
     */
    record Result(
            List<String> runs,
            ValueInterval value,
            Optional<TrialOutcome.Measured> estimate,
            String description,
            boolean complete,
            Optional<Result> heldOut) {
        public Result {
            runs = List.copyOf(runs);
        }

        /** Without a model and a held-out workload. */
        public Result(List<String> runs, ValueInterval value, String description, boolean complete) {
            this(runs, value, Optional.empty(), description, complete, Optional.empty());
        }

        /** With what a model expects. */
        Result withEstimate(Optional<TrialOutcome.Measured> other) {
            return new Result(runs, value, other, description, complete, heldOut);
        }

        /** With what another workload gave on the same server. */
        Result withHeldOut(Result other) {
            return new Result(runs, value, estimate, description, complete && other.complete, Optional.of(other));
        }
    }

    /**
     * The interval of what is measured.
     *
     * @param low empty if no lower end is known
     * @param high empty if no upper end is known
     */
    record ValueInterval(OptionalDouble low, OptionalDouble high) {
        public static final ValueInterval UNKNOWN = new ValueInterval(OptionalDouble.empty(), OptionalDouble.empty());

        /** Both ends times this. */
        ValueInterval times(double factor) {
            return new ValueInterval(times(low, factor), times(high, factor));
        }

        /** Both ends of a cost: {@code numerator} over each, the ends changed over. */
        ValueInterval under(double numerator) {
            return new ValueInterval(under(high, numerator), under(low, numerator));
        }

        private static OptionalDouble times(OptionalDouble end, double factor) {
            return end.isPresent() ? OptionalDouble.of(end.getAsDouble() * factor) : end;
        }

        private static OptionalDouble under(OptionalDouble end, double numerator) {
            return end.isPresent() && end.getAsDouble() > 0
                    ? OptionalDouble.of(numerator / end.getAsDouble())
                    : OptionalDouble.empty();
        }
    }
}
