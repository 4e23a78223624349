package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadText;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import io.tidemark.reports.model.RunSummary;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A run as it stands.
 *
 * @param lastData the newest event time of anything heard of it
 * @param step from 1; empty between steps
 * @param load requests per second, or requests in flight, of that step
 * @param breaches all that were not retracted
 * @param metrics the newest 10 s window by metric id, of all requests together
 * @param signals of the server as of that window, by id
 */
public record LiveRunView(
        @JsonUnwrapped RunHead head,
        Optional<Instant> lastData,
        String model,
        String target,
        OptionalInt step,
        int stepCount,
        Optional<LoadKind> loadKind,
        OptionalDouble load,
        OptionalInt inFlight,
        List<LiveObjective> objectives,
        long openBreaches,
        long breaches,
        @JsonUnwrapped Held held,
        Map<String, Latest> metrics,
        Map<String, Double> signals) {
    public static final Comparator<LiveRunView> NEWEST_FIRST =
            Comparator.comparing((LiveRunView run) -> run.head().started()).reversed();

    /**
     * The load that a run holds, see {@link Capacity}, of the first kind of load that its steps have.
     *
     * @param heldKind empty where no step counts
     * @param heldLoad the same as text; empty where no step counts
     */
    public record Held(
            Optional<LoadKind> heldKind, OptionalDouble heldUpTo, OptionalDouble failsFrom, Optional<String> heldLoad) {
        /** Steps that nothing judged count for nothing. */
        public static Held of(Collection<LoadVerdict> steps) {
            List<LoadVerdict> judged = steps.stream()
                    .filter(step -> step.verdict() != Verdict.UNKNOWN)
                    .toList();
            Optional<LoadKind> first = Capacity.firstKind(judged);
            return of(first, Capacity.of(judged, first.orElse(LoadKind.RATE)));
        }

        /** Of a run of the store that is over. */
        public static Held of(RunSummary run) {
            return of(run.loadKind(), run.capacity());
        }

        private static Held of(Optional<LoadKind> kind, Capacity capacity) {
            return new Held(
                    kind, capacity.heldUpTo(), capacity.failsFrom(), kind.map(it -> LoadText.held(capacity, it)));
        }

        /** Of a run that lasts, by its steps that are over. */
        public static Held soFar(Collection<LoadVerdict> stepsThatAreOver) {
            Held held = of(stepsThatAreOver);
            return new Held(held.heldKind, held.heldUpTo, held.failsFrom, held.heldLoad.map(text -> text + " so far"));
        }
    }

    /**
     * @param value what the objective limits, in the newest window and in the unit of the limit; empty where it is not known
     * @param valueIsLowerBound whether {@code value} is only the least that is known: the quantile falls among requests that were not ok or still wait
     */
    public record LiveObjective(
            @JsonUnwrapped ObjectiveView objective,
            OptionalDouble value,
            boolean valueIsLowerBound,
            boolean breached,
            Optional<Instant> since) {}

    /** A window's figures, nanoseconds. */
    public record Latest(
            Instant end,
            Finality finality,
            long count,
            OptionalLong p50Nanos,
            OptionalLong p95Nanos,
            OptionalLong p99Nanos) {}
}
