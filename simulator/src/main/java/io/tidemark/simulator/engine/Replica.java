package io.tidemark.simulator.engine;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One engine of a fleet, the step that it is in, and what the router knows of it. Confined to the fleet. */
final class Replica {
    private final Engine engine;
    private final Map<String, Flight> flights = new HashMap<>();
    private long readyNanos;
    private long prefillTokens;
    private long contextTokens;
    private @Nullable StepResult underWay;

    Replica(Engine engine) {
        this.engine = engine;
    }

    Engine engine() {
        return engine;
    }

    boolean hasWork() {
        return underWay != null || engine.hasWork();
    }

    ReplicaLoad load(SimRequest request) {
        return new ReplicaLoad(
                flights.size(), prefillTokens, contextTokens, request.promptTokens() - engine.cachedTokens(request));
    }

    void submit(SimRequest request, long nowNanos) {
        int missing = request.promptTokens() - engine.cachedTokens(request);
        if (!hasWork()) {
            readyNanos = Math.max(readyNanos, nowNanos);
        }
        engine.submit(request);
        flights.put(request.id(), new Flight(request.promptTokens(), missing));
        prefillTokens += missing;
        contextTokens += request.promptTokens();
    }

    boolean abort(String id) {
        Flight flight = flights.remove(id);
        if (flight != null) {
            leave(flight);
        }
        return engine.abort(id) || flight != null;
    }

    /** Starts a step if there is work and its time comes before {@code beforeNanos}; gives the one under way. */
    @Nullable
    StepResult underWay(long beforeNanos) {
        if (underWay == null && engine.hasWork() && readyNanos < beforeNanos) {
            underWay = engine.step(readyNanos);
        }
        return underWay;
    }

    /** Ends the step under way; requests that were aborted meanwhile are no longer in it. */
    StepResult end(StepResult step) {
        underWay = null;
        readyNanos = step.endNanos();
        StepResult seen = step.withProgress(step.progress().stream()
                .filter(it -> flights.containsKey(it.id()))
                .toList());
        seen.progress().forEach(this::account);
        return seen;
    }

    private void account(Progress progress) {
        Flight flight = flights.get(progress.id());
        if (flight == null) {
            return;
        }
        Flight after = flight.at(progress.generatedTokens());
        prefillTokens += after.prefillTokens() - flight.prefillTokens();
        contextTokens += after.contextTokens() - flight.contextTokens();
        flights.put(progress.id(), after);
        if (progress.finished()) {
            flights.remove(progress.id());
            leave(after);
        }
    }

    private void leave(Flight flight) {
        prefillTokens -= flight.prefillTokens();
        contextTokens -= flight.contextTokens();
    }

    private record Flight(int promptTokens, int prefillTokens, long contextTokens) {
        Flight(int promptTokens, int missingTokens) {
            this(promptTokens, missingTokens, promptTokens);
        }

        Flight at(int generatedTokens) {
            return new Flight(promptTokens, 0, (long) promptTokens + generatedTokens);
        }
    }
}
