package io.tidemark.sinks.store.read;

import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The row that a scan stands at. Each answer is read when it is asked for, so what is not asked for costs little; a row that cannot be
 * read gives a {@link io.tidemark.sinks.store.StoreException}.
 */
public interface StoredRequest {
    int step();

    String requestClass();

    /** From 1 in a conversation; what a request of none has, its client says. */
    int turn();

    boolean ofConversation();

    Outcome outcome();

    TokenSource tokenSource();

    /** Tries of the request, the first among them. */
    int attempts();

    /** Prompt tokens, those of a cache among them. */
    OptionalInt promptTokens();

    OptionalInt cachedTokens();

    OptionalInt outputTokens();

    /** A metric that has one value per request, nanoseconds; empty where the request did not get that far. */
    OptionalLong nanos(Metric metric);

    /** Its id in events, logs and traces. */
    String id();

    Instant due();

    /** Since it was due. */
    OptionalLong firstTokenNanos();

    /** Since it was due. */
    OptionalLong endNanos();

    OptionalInt httpStatus();

    Optional<String> errorType();

    Optional<String> errorCode();

    /** What the server reported, masked; its beginning. */
    Optional<String> errorText();
}
