package io.tidemark.app.run.virtualtime;

import io.tidemark.app.delivery.RunDeliveries;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunService;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * When virtual time begins for a run that is published: it ends at about now, because events of the future are refused.
 *
 * @param request with the run's id
 */
public record VirtualRunStart(OperationContext context, RunRequest request, SimulatedServer server) {
    /** Of the first request and the beginnings of steps. */
    private static final Duration OVERHEAD = Duration.ofSeconds(30);

    /** @throws InvalidInputException if the run would not be over by now */
    public Instant from(Optional<Instant> wanted) throws InterruptedException {
        Optional<Duration> longest = longest(request.plan());
        Duration length = longest.isPresent() ? longest.get() : tried();
        Instant now = context.wallClock().instant();
        Instant start = wanted.orElseGet(() -> now.minus(length));
        requireOver("run", start, length, now);
        return start;
    }

    /**
     * Of all that is published in virtual time.
     *
     * @param what begins at the start, such as "run"
     * @throws InvalidInputException if it would not be over by now
     */
    public static void requireOver(String what, Instant start, Duration longest, Instant now) {
        Instant latest = now.minus(longest);
        if (start.isAfter(latest)) {
            throw new InvalidInputException("--start " + start + ": the " + what + " takes up to " + longest
                    + " of virtual time and would end in the future; begin at " + latest + " or before");
        }
    }

    /** Empty where a step is bounded by a count of requests: how long that takes depends on the server. */
    private static Optional<Duration> longest(Plan plan) {
        Duration sum = OVERHEAD;
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

    private Duration tried() throws InterruptedException {
        return new RunService(context, RunDeliveries.none(), RunDisplay.none())
                .run(
                        request,
                        VirtualServerEnvironment.of(request, List.of(server), new VirtualTime(Instant.EPOCH)),
                        RunObservers.none())
                .duration();
    }
}
