package io.tidemark.app.run.virtualtime;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import java.time.Duration;
import java.util.Optional;

/** How long a plan takes at most, as far as it says so. */
final class MaxPlanDuration {
    /** The first request and the beginnings of steps. */
    private static final Duration BESIDE = Duration.ofSeconds(30);

    private MaxPlanDuration() {}

    /** Empty where a step is bounded by a count of requests: how long that takes is the server's affair. */
    static Optional<Duration> of(Plan plan) {
        Duration sum = BESIDE;
        for (StepPlan step : plan.steps()) {
            if (!(step.extent() instanceof StepPlan.Lasting lasting)) {
                return Optional.empty();
            }
            sum = sum.plus(step.idle())
                    .plus(step.warmUp())
                    .plus(lasting.duration())
                    .plus(step.coolDown())
                    .plus(plan.limits().drain());
        }
        return Optional.of(sum);
    }
}
