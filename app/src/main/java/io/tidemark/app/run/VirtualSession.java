package io.tidemark.app.run;

import io.tidemark.app.Closer;
import io.tidemark.app.CommandException;
import io.tidemark.app.Surroundings;
import io.tidemark.app.stack.Backend;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.SpoolSettings;
import io.tidemark.producer.run.RunListener;
import io.tidemark.schemas.serde.Registry;
import io.tidemark.sinks.store.read.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Runs in virtual time that end at about now, with or without a cluster that takes their events. */
public final class VirtualSession {
    /** Streams take a virtual second in a small part of a real one. */
    private static final int FINAL_SPEED_UP = 20;

    private final Surroundings surroundings;

    public VirtualSession(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** A run that ended, and how long it took here. */
    public record Timed(VirtualRun.Ended ended, Instant start, Duration wall) {}

    /** Runs it for its figures alone. */
    public Timed look(VirtualRequest request, Optional<Instant> wanted, RunListener listener)
            throws InterruptedException {
        VirtualRun run = new VirtualRun(request);
        Instant start = wanted.orElse(surroundings.wallClock().instant());
        return timed(() -> run.execute(start, new DiscardingPublisher(), listener), start);
    }

    /** Waits for the final results of a run that was sent. */
    public RunResult await(VirtualRequest request, VirtualRun.Ended ended, Backend backend) {
        RunKey key = new RunKey(request.team(), ended.outcome().runId());
        Duration quiet = backend.quiet().plus(ended.lasted().dividedBy(FINAL_SPEED_UP));
        FinalResults finals = new FinalResults(backend.results(), surroundings.nanoClock());
        int steps = ended.outcome().steps().size();
        return new RunResult(key, ended.outcome(), finals.await(key, steps, quiet), 0);
    }

    /** Runs it and publishes its events. */
    public Timed send(VirtualRequest request, Optional<Instant> wanted, Sending sending) throws InterruptedException {
        VirtualRun run = new VirtualRun(request);
        Instant start = start(run, request, wanted);
        try (Closer parts = new Closer()) {
            Publisher publisher = parts.keep(publisher(request, sending.backend()));
            return timed(() -> run.execute(start, publisher, sending.listener()), start);
        }
    }

    /** To the backend's cluster; whoever asked for it closes it. */
    public Publisher publisher(VirtualRequest request, Backend backend) {
        Registry registry = Registry.connect(backend.connection().registry());
        PublisherSettings settings = new PublisherSettings(
                backend.connection().bootstrapServers(), backend.connection().clientSettings(), SpoolSettings.off());
        Clocks clocks = new Clocks(surroundings.nanoClock(), surroundings.wallClock());
        return KafkaPublisher.connect(settings, registry, request.team(), clocks);
    }

    /** Where events go, and who hears how it goes. */
    public record Sending(Backend backend, RunListener listener) {}

    /** So that it ends at about now: events of the future are refused. */
    private Instant start(VirtualRun run, VirtualRequest request, Optional<Instant> wanted)
            throws InterruptedException {
        Optional<Duration> said = VirtualLength.atMost(request.plan());
        Duration length = said.isPresent()
                ? said.get()
                : run.execute(Instant.EPOCH, new DiscardingPublisher(), RunListener.silent())
                        .lasted();
        Instant latest = surroundings.wallClock().instant().minus(length);
        if (wanted.isPresent() && wanted.get().isAfter(latest)) {
            throw CommandException.usage("--start " + wanted.get() + ": the run takes up to " + length
                    + " of virtual time and would end in the future; begin at " + latest + " or before");
        }
        return wanted.orElse(latest);
    }

    @FunctionalInterface
    private interface Execution {
        VirtualRun.Ended run() throws InterruptedException;
    }

    private Timed timed(Execution execution, Instant start) throws InterruptedException {
        long fromNanos = surroundings.nanoClock().nanos();
        VirtualRun.Ended ended = execution.run();
        return new Timed(ended, start, Duration.ofNanos(surroundings.nanoClock().nanos() - fromNanos));
    }
}
