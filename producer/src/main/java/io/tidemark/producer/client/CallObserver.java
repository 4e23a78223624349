package io.tidemark.producer.client;

import io.tidemark.producer.openai.ResponseChunk;
import java.util.Map;
import java.util.Set;

/** Is notified of the progress and the end of a request, on the client's loop; must never block. */
public interface CallObserver {
    /** Headers of the answer, in lower case, that are wanted beside those that are always kept. */
    default Set<String> wantedHeaders() {
        return Set.of();
    }

    /** The kept headers of the answer, by names in lower case; before its first chunk. */
    default void headersReceived(Map<String, String> headers) {}

    void chunk(ResponseChunk chunk);

    /** A message with a choice that carried nothing at all, as held-back UTF-8 and special tokens give; not an output. */
    default void emptyChoice(long stampNanos) {}

    /** Exactly once, last. */
    void ended(CallResult end);

    /** Hears nothing. */
    static CallObserver silent() {
        return new CallObserver() {
            @Override
            public void chunk(ResponseChunk chunk) {}

            @Override
            public void ended(CallResult end) {}
        };
    }
}
