package io.tidemark.app.cli.prompts;

import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Lasting;
import java.time.Duration;

/**
 * How many conversations a step begins, as far as its plan says: the share of its prompts that repeats earlier ones grows with
 * their number, so the figures are of as many.
 *
 * @param started on average, in its warm-up, measured part and cool-down; 0 where the plan does not say
 * @param untilMeasured of these, before the measured part
 * @param untilCoolDown of these, before the cool-down
 */
public record StepConversationCount(long started, long untilMeasured, long untilCoolDown) {
    /** Drawn where the plan does not say how many. */
    public static final int UNLESS_KNOWN = 200;

    private static final int MAX_DRAWN = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;

    /** A rate and a duration say it; a concurrency, a trace or a number of requests do not. */
    public static StepConversationCount of(StepPlan step) {
        if (!(step.extent() instanceof Lasting lasting) || step.ratePerSecond() == 0) {
            return new StepConversationCount(0, 0, 0);
        }
        Duration coolDownBegins = step.warmUp().plus(lasting.duration());
        return new StepConversationCount(
                within(step, coolDownBegins.plus(step.coolDown())),
                within(step, step.warmUp()),
                within(step, coolDownBegins));
    }

    private static long within(StepPlan step, Duration time) {
        return Math.round(step.ratePerSecond() * time.toNanos() / NANOS_PER_SECOND);
    }

    public int sampled() {
        return started == 0 ? UNLESS_KNOWN : (int) Math.min(started, MAX_DRAWN);
    }

    /** Whether a conversation, by its number from 0, begins in the measured part. */
    boolean isMeasured(int conversation) {
        return started == 0 || (conversation >= untilMeasured && conversation < untilCoolDown);
    }
}
