package io.tidemark.app.run.virtualtime;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.run.FinalResultsWaiter;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.stack.Backend;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.producer.run.RunListener;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Runs in virtual time that end at about now, with or without a cluster that takes their events. */
public final class VirtualRunSession {
    /** Streams take a virtual second in a small part of a real one. */
    private static final int FINAL_SPEED_UP = 20;

    private final CommandContext surroundings;

    public VirtualRunSession(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    /** A run that ended, and how long it took here. */
    public record TimedRun(VirtualTimeRun.VirtualRunResult result, Instant start, Duration wall) {}

    /** Runs it for its figures alone. */
    public TimedRun runUnpublished(VirtualRunRequest request, Optional<Instant> wanted, RunListener listener)
            throws InterruptedException {
        VirtualTimeRun run = new VirtualTimeRun(request);
        Instant start = wanted.orElse(surroundings.wallClock().instant());
        return timed(() -> run.execute(start, new DiscardingPublisher(), listener), start);
    }

    /** Waits for the final results of a run that was sent. */
    public RunResult await(VirtualRunRequest request, VirtualTimeRun.VirtualRunResult ended, Backend backend) {
        RunKey key = new RunKey(request.team(), ended.outcome().runId());
        Duration quiet = backend.quietPeriod().plus(ended.duration().dividedBy(FINAL_SPEED_UP));
        FinalResultsWaiter finals = new FinalResultsWaiter(backend.results(), surroundings.nanoClock());
        int steps = ended.outcome().steps().size();
        return new RunResult(key, ended.outcome(), finals.await(key, steps, quiet), 0);
    }

    /** Runs it and publishes its events. */
    public TimedRun runPublished(VirtualRunRequest request, Optional<Instant> wanted, PublishTarget sending)
            throws InterruptedException {
        VirtualTimeRun run = new VirtualTimeRun(request);
        Instant start = start(run, request, wanted);
        try (ResourceScope parts = new ResourceScope()) {
            Publisher publisher = parts.register(publisher(request, sending.backend()));
            return timed(() -> run.execute(start, publisher, sending.listener()), start);
        }
    }

    /** To the backend's cluster; whoever asked for it closes it. */
    public Publisher publisher(VirtualRunRequest request, Backend backend) {
        SchemaRegistry registry = SchemaRegistry.connect(backend.connection().registry());
        PublisherSettings settings = new PublisherSettings(
                backend.connection().bootstrapServers(), backend.connection().clientSettings(), SpoolSettings.off());
        Clocks clocks = new Clocks(surroundings.nanoClock(), surroundings.wallClock());
        return KafkaPublisher.connect(settings, registry, request.team(), clocks);
    }

    /** Where events go, and who hears how it goes. */
    public record PublishTarget(Backend backend, RunListener listener) {}

    /** So that it ends at about now: events of the future are refused. */
    private Instant start(VirtualTimeRun run, VirtualRunRequest request, Optional<Instant> wanted)
            throws InterruptedException {
        Optional<Duration> said = MaxPlanDuration.of(request.plan());
        Duration length = said.isPresent()
                ? said.get()
                : run.execute(Instant.EPOCH, new DiscardingPublisher(), RunListener.silent())
                        .duration();
        Instant latest = surroundings.wallClock().instant().minus(length);
        if (wanted.isPresent() && wanted.get().isAfter(latest)) {
            throw CommandException.usage("--start " + wanted.get() + ": the run takes up to " + length
                    + " of virtual time and would end in the future; begin at " + latest + " or before");
        }
        return wanted.orElse(latest);
    }

    @FunctionalInterface
    private interface Execution {
        VirtualTimeRun.VirtualRunResult run() throws InterruptedException;
    }

    private TimedRun timed(Execution execution, Instant start) throws InterruptedException {
        long fromNanos = surroundings.nanoClock().nanos();
        VirtualTimeRun.VirtualRunResult ended = execution.run();
        return new TimedRun(
                ended, start, Duration.ofNanos(surroundings.nanoClock().nanos() - fromNanos));
    }
}
