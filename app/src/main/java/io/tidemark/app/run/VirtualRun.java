package io.tidemark.app.run;

import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.RequestWatch;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import java.time.Duration;
import java.time.Instant;

/** A plan, the load generator and a simulated server in virtual time, on the calling thread. The same request gives the same events. */
public final class VirtualRun {
    private final VirtualRequest request;

    public VirtualRun(VirtualRequest request) {
        this.request = request;
    }

    /** How it ended, how long it took in virtual time, and how many events that made. */
    public record Ended(RunOutcome outcome, Duration lasted, long events) {}

    /** Runs it as if it began at {@code start}. Whoever made the publisher closes it. */
    public Ended execute(Instant start, Publisher publisher, RunListener listener) throws InterruptedException {
        RunHooks hooks = new RunHooks(RequestWatch.none(), listener);
        return new VirtualStage(request.server(), start, request.named().runId()).play(request, publisher, hooks);
    }
}
