package io.tidemark.app.run.virtualtime;

import io.tidemark.app.run.RunObservers;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.schemas.time.VirtualTime;
import java.time.Duration;

/** A plan, the load generator and a simulated server in virtual time, on the calling thread. The same request gives the same events. */
public final class VirtualTimeRun {
    private final VirtualRunRequest request;

    public VirtualTimeRun(VirtualRunRequest request) {
        this.request = request;
    }

    /** How it ended, how long it took in virtual time, and how many events that made. */
    public record VirtualRunResult(RunOutcome outcome, Duration duration, long publishedEvents) {}

    /** Runs it in a time that nobody else passes, with a listener alone. Whoever made the publisher closes it. */
    public VirtualRunResult execute(VirtualTime time, Publisher publisher, RunListener listener)
            throws InterruptedException {
        return execute(time, publisher, new RunObservers(RequestObserver.none(), listener));
    }

    /** The same with whoever looks on. */
    public VirtualRunResult execute(VirtualTime time, Publisher publisher, RunObservers observers)
            throws InterruptedException {
        return servers(time).runPlan(request, publisher, observers);
    }

    /** The servers of its targets, as they start. */
    VirtualServerEnvironment servers(VirtualTime time) {
        return new VirtualServerEnvironment(
                request.plan().targets(),
                request.servers(),
                time,
                request.identity().runId());
    }
}
