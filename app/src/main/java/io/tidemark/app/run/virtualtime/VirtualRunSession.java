package io.tidemark.app.run.virtualtime;

import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.delivery.RunDelivery;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.StoppableRun;
import io.tidemark.app.run.virtualtime.VirtualServerEnvironment.VirtualRunResult;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Runs in virtual time that end at about now, with or without a cluster that takes their events. */
public final class VirtualRunSession {
    private final OperationContext context;

    public VirtualRunSession(OperationContext context) {
        this.context = context;
    }

    /** A run that ended, and how long it took here. */
    public record TimedRun(VirtualRunResult result, Instant start, Duration wall) {}

    /** Runs it for its figures alone. */
    public TimedRun runUnpublished(VirtualRunRequest request, Optional<Instant> wanted, RunObservers observers)
            throws InterruptedException {
        Instant start = wanted.orElse(context.wallClock().instant());
        return timed(() -> runAt(start, request, observers), start);
    }

    /** Runs it and publishes its events. */
    public PublishedRun runPublished(VirtualRunRequest request, Optional<Instant> wanted, PublishTarget sending)
            throws InterruptedException {
        Instant start = start(request, wanted);
        VirtualTime time = new VirtualTime(start);
        VirtualServerEnvironment servers = VirtualServerEnvironment.of(request, time);
        RunDelivery delivery = delivery(request, time, sending.backend());
        StoppableRun stoppable = context.resources()
                .register(new StoppableRun(request.identity().runId(), servers::stop, context.progress()));
        return stoppable.execute(() -> {
            try (delivery) {
                return new PublishedRun(
                        timed(() -> servers.runPlan(request, delivery.publisher(), sending.observers()), start),
                        delivery);
            }
        });
    }

    /** A run that ended, and the way to its results. */
    public record PublishedRun(TimedRun timed, RunDelivery delivery) {}

    /** The delivery of a run in virtual time; whoever asks for it closes it. */
    public RunDelivery delivery(VirtualRunRequest request, VirtualTime time, RunBackend backend) {
        return backend.deliver(new RunDelivery.Order(
                new RunKey(request.team(), request.identity().runId()),
                VirtualServerEnvironment.LANE,
                new Clocks(time, time.wall()),
                SpoolSettings.off(),
                Duration.ZERO,
                false));
    }

    /** The final results of a run whose delivery is closed. */
    public RunResult results(VirtualRunRequest request, VirtualRunResult ended, RunDelivery delivery) {
        int steps = ended.outcome().steps().size();
        return new RunResult(
                new RunKey(request.team(), ended.outcome().runId()),
                ended.outcome(),
                delivery.results(steps, true, ended.duration()),
                0);
    }

    /** Where events go, and who looks on. */
    public record PublishTarget(RunBackend backend, RunObservers observers) {}

    /** So that it ends at about now: events of the future are refused. */
    private Instant start(VirtualRunRequest request, Optional<Instant> wanted) throws InterruptedException {
        Optional<Duration> said = MaxPlanDuration.of(request.plan());
        Duration length = said.isPresent()
                ? said.get()
                : runAt(Instant.EPOCH, request, RunObservers.none()).duration();
        Instant latest = context.wallClock().instant().minus(length);
        if (wanted.isPresent() && wanted.get().isAfter(latest)) {
            throw new InvalidInputException("--start " + wanted.get() + ": the run takes up to " + length
                    + " of virtual time and would end in the future; begin at " + latest + " or before");
        }
        return wanted.orElse(latest);
    }

    private static VirtualRunResult runAt(Instant start, VirtualRunRequest request, RunObservers observers)
            throws InterruptedException {
        return VirtualServerEnvironment.of(request, new VirtualTime(start))
                .runPlan(request, new DiscardingPublisher(), observers);
    }

    @FunctionalInterface
    private interface Execution {
        VirtualRunResult run() throws InterruptedException;
    }

    private TimedRun timed(Execution execution, Instant start) throws InterruptedException {
        long fromNanos = context.nanoClock().nanos();
        VirtualRunResult ended = execution.run();
        return new TimedRun(ended, start, Duration.ofNanos(context.nanoClock().nanos() - fromNanos));
    }
}
