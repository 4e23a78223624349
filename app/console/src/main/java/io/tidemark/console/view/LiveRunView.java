package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadText;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.model.RunSummary;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Collection;
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
 * @param step from 0; empty between steps
 * @param load requests per second, or requests in flight, of that step
 * @param breaches all that were not retracted
 * @param metrics the newest 10 s window by metric id, of all requests together
 * @param signals of the server as of that window, by id
 */
public record LiveRunView(
        Team team,
        String run,
        String experiment,
        String phase,
        String status,
        Instant started,
        Optional<Instant> ended,
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
    /** Of a run that the store took for lost. */
    public static final String LOST = "LOST";

    public LiveRunView {
        objectives = List.copyOf(objectives);
        metrics = Map.copyOf(metrics);
        signals = Map.copyOf(signals);
    }

    /**
     * The load that a run holds, see {@link Capacity}, of the first kind of load that its steps have.
     *
     * @param heldKind empty where no step counts
     * @param heldLoad the same as text; empty where no step passed or failed
     */
    public record Held(
            Optional<LoadKind> heldKind, OptionalDouble heldUpTo, OptionalDouble failsFrom, Optional<String> heldLoad) {
        /** @param invalid whether the run is INVALID: its steps count for nothing */
        public static Held of(Collection<LoadVerdict> steps, boolean invalid) {
            Collection<LoadVerdict> counted = invalid ? List.of() : steps;
            Optional<LoadKind> first = Capacity.firstKind(counted);
            return of(first, Capacity.of(counted, first.orElse(LoadKind.RATE)));
        }

        /** Of the store. */
        public static Held of(RunSummary run) {
            return of(run.loadKind(), run.capacity());
        }

        private static Held of(Optional<LoadKind> kind, Capacity capacity) {
            return new Held(
                    kind,
                    capacity.heldUpTo(),
                    capacity.failsFrom(),
                    kind.filter(it -> capacity.heldUpTo().isPresent()
                                    || capacity.failsFrom().isPresent())
                            .map(it -> LoadText.held(capacity, it)));
        }
    }

    /** @param value of the newest window, in the unit of the limit; empty where it is not known */
    public record LiveObjective(
            @JsonUnwrapped ObjectiveView objective, OptionalDouble value, boolean breached, Optional<Instant> since) {}

    /** A window's figures, nanoseconds. */
    public record Latest(
            Instant end,
            Finality finality,
            long count,
            OptionalLong p50Nanos,
            OptionalLong p95Nanos,
            OptionalLong p99Nanos) {}
}
