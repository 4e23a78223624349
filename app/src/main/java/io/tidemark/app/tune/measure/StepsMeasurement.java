package io.tidemark.app.tune.measure;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.events.LoadKind;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Measures a server with the plan's steps.
 *
 * @param request whose phase and labels are replaced
 */
public record StepsMeasurement(TuneEnvironment environment, RunRequest request) implements Measurement {
    @Override
    public Result measure(PhasePlan phase, Map<String, String> labels) throws InterruptedException {
        RunRequest own = request.withPlan(request.plan().withLabels(labels), phase.name());
        ProbeEnvironment.ProbeRun result = environment.loads().of(own).runPlan(own.plan(), RunObservers.none());
        Capacity held = held(own.plan().steps(), result.verdicts());
        ValueInterval value = result.outcome().status() == RunStatus.ENDED
                ? new ValueInterval(held.heldUpTo(), held.failsFrom())
                : ValueInterval.UNKNOWN;
        return new Result(
                List.of(result.outcome().runId()),
                value,
                description(result, held),
                result.outcome().status() != RunStatus.ABORTED);
    }

    /** Of the first kind of load that its steps have, as in a report. */
    private static Capacity held(List<StepPlan> steps, List<Verdict> verdicts) {
        List<LoadVerdict> loads = new ArrayList<>();
        for (int step = 0; step < verdicts.size(); step++) {
            StepPlan plan = steps.get(step);
            loads.add(new LoadVerdict(plan.loadKind(), plan.loadLevel(), verdicts.get(step), List.of()));
        }
        LoadKind first = Capacity.firstKind(loads).orElse(LoadKind.RATE);
        return Capacity.of(loads, first);
    }

    private static String description(ProbeEnvironment.ProbeRun result, Capacity held) {
        if (result.outcome().status() != RunStatus.ENDED) {
            return notEnded(result);
        }
        return "run " + result.outcome().runId() + ", " + end("holds ", held.heldUpTo()) + ", "
                + end("fails from ", held.failsFrom());
    }

    static String notEnded(ProbeEnvironment.ProbeRun result) {
        return "run " + result.outcome().runId() + " is " + result.outcome().status() + ": "
                + String.join("; ", result.outcome().invalidReasons());
    }

    private static String end(String description, OptionalDouble load) {
        return description + (load.isPresent() ? ValueText.loadNumber(load.getAsDouble()) : "no load shown");
    }
}
