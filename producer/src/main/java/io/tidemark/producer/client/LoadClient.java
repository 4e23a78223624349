package io.tidemark.producer.client;

import io.tidemark.producer.openai.CompletionRequest;
import java.util.Optional;

/**
 * Sends requests and tells, truly stamped, what comes back. Everything but {@link #close} happens on one thread, so that the
 * number in flight is exact.
 */
public interface LoadClient extends AutoCloseable {
    /**
     * Sends now.
     *
     * @return the stamp of sending, by the client's clock
     */
    long send(CompletionRequest request, CallObserver observer);

    int inFlight();

    /** Begins to open what so many requests at once would need, so that none of them waits for it; see {@link #connectionsOpening}. */
    void openAhead(int requests);

    /** Connections that are being opened ahead; each is open or given up within the connect timeout. */
    int connectionsOpening();

    /** Runs what sends, soon and in turn with what reads. */
    void submitSend(Runnable send);

    /** Those given to {@link #submitSend} that have not run yet. */
    int pendingSends();

    /** Makes sure that the observers know of whatever came so far. */
    void processPendingReads();

    /** Why work of its own that it repeats has failed, in words: what it measures is then not to be relied on. May be asked by any thread. */
    default Optional<String> failure() {
        return Optional.empty();
    }

    /** Gives up everything in flight; each ends as CANCELLED. */
    void cancelAll();

    @Override
    void close();
}
