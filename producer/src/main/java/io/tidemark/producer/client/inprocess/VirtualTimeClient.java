package io.tidemark.producer.client.inprocess;

import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallTimer;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.InFlightCalls;
import io.tidemark.producer.client.LoadClient;
import io.tidemark.producer.client.RequestHead;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.client.http.StreamingClient;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.schemas.time.VirtualTime;
import java.time.Duration;
import java.util.List;

/**
 * The client in virtual time, to servers in this process. How requests are kept, retried, given up and how their answers are
 * read is {@link StreamingClient}'s code; only the sockets are left out.
 */
public final class VirtualTimeClient implements LoadClient {
    private static final Duration TIMEOUT_CHECK = Duration.ofMillis(20);

    private final List<InFlightCalls> calls;
    private final VirtualTime.Repeated timeoutCheck;

    /**
     * A target of the client.
     *
     * @param endpoint what the requests' heads name
     */
    public record InProcessTarget(InProcessServer server, TargetEndpoint endpoint) {}

    public VirtualTimeClient(VirtualTime time, List<InProcessTarget> targets, ClientOptions options) {
        CallTimer timer = (wait, work) -> time.at(time.nanos() + wait.toNanos(), work);
        this.calls = targets.stream()
                .map(target -> new InFlightCalls(
                        options,
                        time,
                        timer,
                        ended -> new InProcessTransport(
                                target.server(), new RequestHead(target.endpoint(), options), time, ended)))
                .toList();
        this.timeoutCheck =
                time.every(time.nanos() + TIMEOUT_CHECK.toNanos(), TIMEOUT_CHECK.toNanos(), this::cancelTimedOut);
    }

    @Override
    public long send(int target, CompletionRequest request, CallObserver observer) {
        return calls.get(target).send(request, observer);
    }

    @Override
    public int inFlight() {
        return calls.stream().mapToInt(InFlightCalls::inFlight).sum();
    }

    @Override
    public void openAhead(int target, int requests) {
        calls.get(target).openAhead(requests);
    }

    @Override
    public int connectionsOpening() {
        return calls.stream().mapToInt(InFlightCalls::connectionsOpening).sum();
    }

    /** At once: nothing waits to be read. */
    @Override
    public void submitSend(Runnable send) {
        send.run();
    }

    @Override
    public int pendingSends() {
        return 0;
    }

    @Override
    public void processPendingReads() {
        // What came was read when it came.
    }

    @Override
    public void cancelAll() {
        calls.forEach(InFlightCalls::cancelAll);
    }

    private void cancelTimedOut() {
        calls.forEach(InFlightCalls::cancelTimedOut);
    }

    @Override
    public void close() {
        timeoutCheck.cancel();
        calls.forEach(InFlightCalls::close);
    }
}
