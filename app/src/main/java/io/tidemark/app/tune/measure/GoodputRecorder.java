package io.tidemark.app.tune.measure;

import io.tidemark.analysis.objective.Goodput;
import io.tidemark.analysis.objective.RequestVerdict;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.record.ObservedRequest;
import io.tidemark.producer.record.RequestObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts the good requests of each step's measured part. Thread-safe. */
final class GoodputRecorder implements RequestObserver {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<ObjectiveState> objectives;
    private final Map<Integer, Counts> steps = new TreeMap<>();

    GoodputRecorder(List<ObjectiveState> objectives) {
        this.objectives = List.copyOf(objectives);
    }

    /** Of one step: {@code from} is when the first was due, {@code until} when the last had ended. */
    private record Counts(long good, long due, Instant from, Instant until) {
        Counts plus(Counts more) {
            return new Counts(
                    good + more.good,
                    due + more.due,
                    from.isBefore(more.from) ? from : more.from,
                    until.isAfter(more.until) ? until : more.until);
        }
    }

    @Override
    public CallObserver requestSent(ObservedRequest request) {
        return CallObserver.silent();
    }

    @Override
    public synchronized void requestEnded(RequestEvent event) {
        if (event.getPart() != StepPart.MEASURED) {
            return;
        }
        Long endNanos = event.getEndNanos();
        Counts one = new Counts(
                RequestVerdict.isGood(objectives, event) ? 1 : 0,
                1,
                event.getDue(),
                event.getDue().plusNanos(endNanos == null ? 0 : endNanos));
        steps.merge(event.getStep(), one, Counts::plus);
    }

    /**
     * The highest goodput of the steps.
     *
     * @param plan the steps that were run; one that lasts counts with its length, another from its first request to the end of its last
     * @return empty if nothing was measured
     */
    synchronized Optional<Best> best(List<StepPlan> plan) {
        Optional<Best> best = Optional.empty();
        for (Map.Entry<Integer, Counts> entry : steps.entrySet()) {
            StepPlan step = plan.get(entry.getKey());
            double seconds = seconds(step, entry.getValue());
            if (seconds <= 0) {
                continue;
            }
            Goodput goodput =
                    new Goodput(entry.getValue().good(), entry.getValue().due(), seconds);
            if (best.isEmpty() || goodput.perSecond() > best.get().goodput().perSecond()) {
                best = Optional.of(new Best(step, goodput));
            }
        }
        return best;
    }

    private static double seconds(StepPlan step, Counts counts) {
        Duration length = step.extent() instanceof StepPlan.Lasting lasting
                ? lasting.duration()
                : Duration.between(counts.from(), counts.until());
        return length.toNanos() / NANOS_PER_SECOND;
    }

    /** The step that has it, and what it is. */
    record Best(StepPlan step, Goodput goodput) {}
}
