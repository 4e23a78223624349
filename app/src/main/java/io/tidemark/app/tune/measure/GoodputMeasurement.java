package io.tidemark.app.tune.measure;

import io.tidemark.analysis.objective.Goodput;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Measures a server with the plan's steps, and takes the highest goodput of them.
 *
 * @param request whose phase and labels are replaced
 */
public record GoodputMeasurement(TuneEnvironment environment, RunRequest request) implements Measurement {
    @Override
    public Result measure(PhasePlan phase, Map<String, String> labels) throws InterruptedException {
        RunRequest own = request.withPlan(request.plan().withLabels(labels), phase.name());
        GoodputRecorder recorder = new GoodputRecorder(own.plan().objectives());
        ProbeEnvironment.ProbeRun result =
                environment.loads().of(own).runPlan(own.plan(), RunObservers.watching(recorder));
        Optional<String> withheld = result.withheld(own.plan().objectives());
        Optional<GoodputRecorder.Best> best = result.outcome().status() == RunStatus.ENDED && withheld.isEmpty()
                ? recorder.best(own.plan().steps())
                : Optional.empty();
        return new Result(
                List.of(result.outcome().runId()),
                best.map(one -> interval(one.goodput())).orElse(ValueInterval.UNKNOWN),
                best.map(one -> description(result.outcome().runId(), one))
                        .orElseGet(() -> withheld.orElseGet(() -> StepsMeasurement.notEnded(result))),
                result.outcome().status() != RunStatus.ABORTED);
    }

    /** Without a lower end where none above 0 is known: values are compared by ratios. */
    static ValueInterval interval(Goodput goodput) {
        double low = goodput.lowPerSecond();
        double high = goodput.highPerSecond();
        return new ValueInterval(
                low > 0 ? OptionalDouble.of(low) : OptionalDouble.empty(),
                high > 0 ? OptionalDouble.of(high) : OptionalDouble.empty());
    }

    private static String description(String run, GoodputRecorder.Best best) {
        Goodput goodput = best.goodput();
        return "run " + run + ", goodput " + ValueText.rate(goodput.perSecond()) + " ("
                + ValueText.digits(goodput.lowPerSecond()) + " to " + ValueText.digits(goodput.highPerSecond())
                + ") at "
                + ValueText.load(best.step().loadKind(), best.step().loadLevel());
    }
}
