package io.tidemark.app.tune.measure;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.app.process.CommandContext;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunSession;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.runtime.RunTargets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Measures a server with the plan's steps.
 *
 * @param request whose phase and labels are replaced
 */
public record StepsMeasurement(CommandContext context, RunSession session, RunRequest request) implements Measurement {
    /** The server answered already. */
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(30);

    @Override
    public Result measure(PhasePlan phase, Map<String, String> labels) throws InterruptedException {
        RunRequest own = request.withPlan(request.plan().withLabels(labels), phase.name());
        RunResult result = session.execute(own, ready(context, own));
        Capacity held = Capacity.of(verdicts(own.plan().steps(), result.verdicts()));
        ValueInterval value = result.outcome().status() == RunStatus.ENDED
                ? new ValueInterval(held.heldUpTo(), held.failsFrom())
                : ValueInterval.UNKNOWN;
        return new Result(
                List.of(result.key().run()),
                value,
                words(result, held),
                result.outcome().status() != RunStatus.ABORTED);
    }

    /** What a server that answered already says of itself. */
    static RunTargets ready(CommandContext context, RunRequest request) throws InterruptedException {
        return new ReadyCheck(context, ANSWERS_WITHIN).probe(request);
    }

    private static List<LoadVerdict> verdicts(List<StepPlan> steps, List<Verdict> verdicts) {
        List<LoadVerdict> loads = new ArrayList<>();
        for (int step = 0; step < verdicts.size(); step++) {
            loads.add(new LoadVerdict(steps.get(step).loadLevel(), verdicts.get(step), List.of()));
        }
        return loads;
    }

    private static String words(RunResult result, Capacity held) {
        if (result.outcome().status() != RunStatus.ENDED) {
            return notEnded(result);
        }
        return "run " + result.key().run() + ", " + end("holds ", held.heldUpTo()) + ", "
                + end("fails from ", held.failsFrom());
    }

    static String notEnded(RunResult result) {
        return "run " + result.key().run() + " is " + result.outcome().status() + ": "
                + String.join("; ", result.outcome().invalidReasons());
    }

    private static String end(String words, OptionalDouble load) {
        return words + (load.isPresent() ? String.format(Locale.ROOT, "%.4g", load.getAsDouble()) : "no load shown");
    }
}
