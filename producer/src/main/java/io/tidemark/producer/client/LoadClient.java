package io.tidemark.producer.client;

import io.tidemark.producer.openai.CompletionRequest;
import java.util.Optional;

/**
 * Sends requests and reports, with accurate time stamps, what comes back. Everything but {@link #close} happens on one thread, so that the
 * number in flight is exact.
 */
public interface LoadClient extends AutoCloseable {
    /**
     * Sends now.
     *
     * @param target its place among the client's targets, from 0
     * @return the stamp of sending, by the client's clock
     */
    long send(int target, CompletionRequest request, CallObserver observer);

    /** Sends to the first target now. */
    default long send(CompletionRequest request, CallObserver observer) {
        return send(0, request, observer);
    }

    /** To all targets together. */
    int inFlight();

    /** Begins to open what so many requests at once to a target would need, so that none of them waits for it; see {@link #connectionsOpening}. */
    void openAhead(int target, int requests);

    /** The same to the first target. */
    default void openAhead(int requests) {
        openAhead(0, requests);
    }

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
