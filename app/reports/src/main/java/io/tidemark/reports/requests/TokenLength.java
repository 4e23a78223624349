package io.tidemark.reports.requests;

import io.tidemark.sinks.store.read.StoredRequest;
import java.util.OptionalInt;

/** The lengths of a request, in tokens. */
public enum TokenLength {
    PROMPT("tokens in") {
        @Override
        OptionalInt of(StoredRequest request) {
            return request.promptTokens();
        }
    },
    CACHED("of these from a cache") {
        @Override
        OptionalInt of(StoredRequest request) {
            return request.cachedTokens();
        }
    },
    OUTPUT("tokens out") {
        @Override
        OptionalInt of(StoredRequest request) {
            return request.outputTokens();
        }
    };

    private final String label;

    TokenLength(String description) {
        this.label = description;
    }

    /** What a table calls it. */
    public String label() {
        return label;
    }

    abstract OptionalInt of(StoredRequest request);
}
