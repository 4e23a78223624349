package io.tidemark.simulator.client;

import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.engine.fleet.Fleet;
import io.tidemark.simulator.engine.fleet.ReplicaStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Plays arrivals to a fleet in virtual time until every request has ended. One run per instance; not thread-safe. */
public final class FleetClient {
    private final Fleet fleet;
    private final long frontNanos;
    private final Consumer<ReplicaStep> onStep;
    private final Map<String, Long> arrivedNanos = new HashMap<>();
    private final Map<String, Long> firstTokenNanos = new HashMap<>();
    private final List<RequestTimings> outcomes = new ArrayList<>();

    /** @param frontNanos time between a request's arrival and its submission to the router */
    public FleetClient(Fleet fleet, long frontNanos) {
        this(fleet, frontNanos, step -> {});
    }

    /** @param onStep sees each step */
    public FleetClient(Fleet fleet, long frontNanos, Consumer<ReplicaStep> onStep) {
        this.fleet = fleet;
        this.frontNanos = frontNanos;
        this.onStep = onStep;
    }

    /** The outcomes in the order in which the requests ended. */
    public List<RequestTimings> play(List<RequestArrival> arrivals) {
        arrivals.stream()
                .sorted(Comparator.comparingLong(RequestArrival::atNanos))
                .forEach(this::submit);
        stepsBefore(Long.MAX_VALUE);
        return List.copyOf(outcomes);
    }

    private void submit(RequestArrival arrival) {
        long submittedNanos = arrival.atNanos() + frontNanos;
        stepsBefore(submittedNanos);
        arrivedNanos.put(arrival.request().id(), arrival.atNanos());
        fleet.submit(arrival.request(), submittedNanos);
    }

    private void stepsBefore(long nanos) {
        Optional<ReplicaStep> ended = fleet.next(nanos);
        while (ended.isPresent()) {
            onStep.accept(ended.get());
            long endNanos = ended.get().step().endNanos();
            ended.get().step().progress().forEach(progress -> record(progress, endNanos));
            ended = fleet.next(nanos);
        }
    }

    private void record(RequestProgress progress, long endNanos) {
        firstTokenNanos.putIfAbsent(progress.id(), endNanos);
        if (!progress.finished()) {
            return;
        }
        outcomes.add(new RequestTimings(
                progress.id(),
                arrivedNanos.getOrDefault(progress.id(), endNanos),
                firstTokenNanos.getOrDefault(progress.id(), endNanos),
                endNanos,
                progress.generatedTokens()));
    }
}
