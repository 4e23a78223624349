package io.tidemark.simulator.client;

import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.engine.StepResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Plays arrivals to an engine in virtual time until every request has ended. One run per instance; not thread-safe. */
public final class EngineRun {
    private final Engine engine;
    private final long frontNanos;
    private final Consumer<StepResult> onStep;
    private final Map<String, Long> arrivedNanos = new HashMap<>();
    private final Map<String, Long> firstTokenNanos = new HashMap<>();
    private final List<RequestTimings> outcomes = new ArrayList<>();

    /**
     * @param frontNanos time between a request's arrival and its submission to the engine
     * @param onStep sees each step; the ground truth to check percentiles against
     */
    public EngineRun(Engine engine, long frontNanos, Consumer<StepResult> onStep) {
        this.engine = engine;
        this.frontNanos = frontNanos;
        this.onStep = onStep;
    }

    /** The outcomes in the order in which the requests ended. */
    public List<RequestTimings> play(List<RequestArrival> arrivals) {
        Deque<RequestArrival> due = new ArrayDeque<>(arrivals.stream()
                .sorted(Comparator.comparingLong(RequestArrival::atNanos))
                .toList());
        long nowNanos = 0;
        while (!due.isEmpty() || engine.hasWork()) {
            submitDue(due, nowNanos);
            if (!engine.hasWork()) {
                nowNanos = due.getFirst().atNanos() + frontNanos;
                continue;
            }
            StepResult step = engine.step(nowNanos);
            nowNanos = step.endNanos();
            step.progress().forEach(progress -> record(progress, step.endNanos()));
            onStep.accept(step);
        }
        return List.copyOf(outcomes);
    }

    private void submitDue(Deque<RequestArrival> due, long nowNanos) {
        while (!due.isEmpty() && due.getFirst().atNanos() + frontNanos <= nowNanos) {
            RequestArrival arrival = due.removeFirst();
            arrivedNanos.put(arrival.request().id(), arrival.atNanos());
            engine.submit(arrival.request());
        }
    }

    private void record(RequestProgress progress, long endNanos) {
        if (progress.first()) {
            firstTokenNanos.put(progress.id(), endNanos);
        }
        if (!progress.finished()) {
            return;
        }
        outcomes.add(new RequestTimings(
                progress.id(),
                arrivedNanos.getOrDefault(progress.id(), 0L),
                firstTokenNanos.getOrDefault(progress.id(), endNanos),
                endNanos,
                progress.generatedTokens()));
    }
}
