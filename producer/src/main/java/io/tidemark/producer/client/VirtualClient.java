package io.tidemark.producer.client;

import io.tidemark.schemas.time.VirtualTime;
import java.time.Duration;

/**
 * The client in virtual time, to a server in this process. How requests are kept, retried, given up and how their answers are
 * read is {@link StreamingClient}'s code; only the sockets are left out.
 */
public final class VirtualClient implements LoadClient {
    private static final Duration TIMEOUT_CHECK = Duration.ofMillis(20);

    private final Calls calls;
    private final VirtualTime.Repeated timeoutCheck;

    /** @param endpoint what the requests' heads name */
    public VirtualClient(VirtualTime time, InProcessServer server, Endpoint endpoint, ClientOptions options) {
        RequestHead head = new RequestHead(endpoint, options);
        CallTimer timer = (wait, work) -> time.at(time.nanos() + wait.toNanos(), work);
        this.calls = new Calls(options, time, timer, ended -> new InProcess(server, head, time, ended));
        this.timeoutCheck =
                time.every(time.nanos() + TIMEOUT_CHECK.toNanos(), TIMEOUT_CHECK.toNanos(), calls::giveUpLate);
    }

    @Override
    public long send(CallRequest request, CallObserver observer) {
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
    public int opening() {
        return calls.opening();
    }

    /** At once: nothing waits to be read. */
    @Override
    public void inTurn(Runnable send) {
        send.run();
    }

    @Override
    public int waitingForTheirTurn() {
        return 0;
    }

    @Override
    public void catchUp() {
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
