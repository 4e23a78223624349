package io.tidemark.app.run;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a plan takes on a server that keeps up: its pauses, warm-ups, measured parts and cool-downs.
 *
 * @param estimate the sum of all that is known
 * @param complete false where a step is bounded by a count of requests without a rate: how long that takes is the server's affair
 */
public record PlanDuration(Duration estimate, boolean complete) {
    public static PlanDuration of(Plan plan) {
        Duration sum = Duration.ZERO;
        boolean whole = true;
        for (int step = 0; step < plan.steps().size(); step++) {
            StepPlan one = plan.steps().get(step);
            Optional<Duration> known = one.expectedDuration();
            sum = sum.plus(step == 0 ? Duration.ZERO : one.idle())
                    .plus(known.orElseGet(() -> one.warmUp().plus(one.coolDown())));
            whole = whole && known.isPresent();
        }
        return new PlanDuration(sum, whole);
    }

    /** One after the other. */
    public PlanDuration plus(PlanDuration next) {
        return new PlanDuration(estimate.plus(next.estimate()), complete && next.complete());
    }

    /** "about 11 min for 3 steps, longer if the server does not keep up". */
    public String format(int steps) {
        return (complete ? "about " : "more than ") + ValueText.estimate(estimate) + " for "
                + ValueText.count(steps, "step")
                + (complete
                        ? ", longer if the server does not keep up"
                        : ": the duration of its requests is not known in advance");
    }
}
