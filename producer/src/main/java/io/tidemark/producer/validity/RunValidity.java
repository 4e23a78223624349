package io.tidemark.producer.validity;

import io.tidemark.events.Outcome;
import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Decides whether a run measured the server or itself. A step of which the client was the bottleneck is INVALID by itself: the others still
 * count. The run is INVALID where what was lost may be of any step, or where not one step is left.
 */
public final class RunValidity {

    private RunValidity() {}

    /** Why no figure of the run may be used. */
    public static List<String> invalidReasons(List<StepSummary> steps, LoadLimits limits, EventLosses losses) {
        List<String> reasons = new ArrayList<>();
        List<List<String>> bySteps =
                steps.stream().map(step -> invalidReasons(step, limits)).toList();
        if (bySteps.stream().noneMatch(List::isEmpty)) {
            bySteps.forEach(reasons::addAll);
        }
        steps.forEach(step -> clientErrors(step, name(step), reasons));
        if (losses.overflow() > 0) {
            reasons.add(ValueText.count(losses.overflow())
                    + " events were lost because the queue to the publisher was full");
        }
        if (losses.lost() > 0) {
            reasons.add(ValueText.count(losses.lost()) + " events were lost on their way to Kafka"
                    + (losses.why().isEmpty() ? "" : ": " + losses.why()));
        }
        return reasons;
    }

    /** Events that did not arrive, and why the first of the lost ones did not. */
    public record EventLosses(long overflow, long lost, String why) {}

    /** Why no figure of the step may be used. */
    public static List<String> invalidReasons(StepSummary step, LoadLimits limits) {
        List<String> reasons = new ArrayList<>();
        String name = name(step);
        if (step.counts().measuredDue() == 0) {
            return List.of(name + " had no request due in its measured part");
        }
        if (step.sentShare() < limits.sentShare()) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%s sent %s of its requests on time (limit %s): the client was the bottleneck, not the server",
                    name,
                    ValueText.percent(step.sentShare()),
                    ValueText.percent(limits.sentShare())));
        }
        long lagNanos = step.scheduleLagP99Nanos().orElse(0);
        if (lagNanos > limits.scheduleLagP99().toNanos()) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%s sent its requests late: p99 of sent - %s was %s (limit %s)",
                    name,
                    step.flow().conversations().queued() > 0 ? "the moment it could go" : "due",
                    ValueText.latency(lagNanos),
                    ValueText.latency(limits.scheduleLagP99().toNanos())));
        }
        return reasons;
    }

    private static String name(StepSummary step) {
        return "step " + StepNumber.of(step.step()) + " (" + step.load().description() + ")";
    }

    /** A client that fails by itself in one step is not believed in the others. */
    private static void clientErrors(StepSummary step, String name, List<String> reasons) {
        long failed = step.counts().outcomes().getOrDefault(Outcome.CLIENT_ERROR, 0L);
        if (failed > 0) {
            reasons.add(name + " had " + ValueText.count(failed) + " of "
                    + ValueText.count(step.counts().ended())
                    + " requests that failed in this client, not in the server; the first: "
                    + step.clientError().orElse("its cause is not known"));
        }
        long missing = step.counts().due() - step.counts().ended();
        if (missing > 0) {
            reasons.add(name + " has no event of " + ValueText.count(missing) + " of the "
                    + ValueText.count(step.counts().due())
                    + " requests that were due: an error of this client, see its log");
        }
    }
}
