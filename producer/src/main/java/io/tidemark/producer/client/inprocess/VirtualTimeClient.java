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

/**
 * The client in virtual time, to a server in this process. How requests are kept, retried, given up and how their answers are
 * read is {@link StreamingClient}'s code; only the sockets are left out.
 */
public final class VirtualTimeClient implements LoadClient {
    private static final Duration TIMEOUT_CHECK = Duration.ofMillis(20);

    private final InFlightCalls calls;
    private final VirtualTime.Repeated timeoutCheck;

    /** @param endpoint what the requests' heads name */
    public VirtualTimeClient(VirtualTime time, InProcessServer server, TargetEndpoint endpoint, ClientOptions options) {
        RequestHead head = new RequestHead(endpoint, options);
        CallTimer timer = (wait, work) -> time.at(time.nanos() + wait.toNanos(), work);
        this.calls =
                new InFlightCalls(options, time, timer, ended -> new InProcessTransport(server, head, time, ended));
        this.timeoutCheck =
                time.every(time.nanos() + TIMEOUT_CHECK.toNanos(), TIMEOUT_CHECK.toNanos(), calls::cancelTimedOut);
    }

    @Override
    public long send(CompletionRequest request, CallObserver observer) {
        return calls.send(request, observer);
    }

    @Override
    public int inFlight() {
        return calls.inFlight();
    }

    @Override
    public void openAhead(int requests) {
        calls.openAhead(requests);
    }

    @Override
    public int connectionsOpening() {
        return calls.connectionsOpening();
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
        calls.cancelAll();
    }

    @Override
    public void close() {
        timeoutCheck.cancel();
        calls.close();
    }
}
