package io.tidemark.app.report.requests;

import io.tidemark.sinks.store.read.ScannedRequest;
import java.util.OptionalInt;

/** The lengths of a request, in tokens. */
public enum Length {
    PROMPT("tokens in") {
        @Override
        OptionalInt of(ScannedRequest request) {
            return request.promptTokens();
        }
    },
    CACHED("of these from a cache") {
        @Override
        OptionalInt of(ScannedRequest request) {
            return request.cachedTokens();
        }
    },
    OUTPUT("tokens out") {
        @Override
        OptionalInt of(ScannedRequest request) {
            return request.outputTokens();
        }
    };

    private final String words;

    Length(String words) {
        this.words = words;
    }

    /** What a table calls it. */
    public String words() {
        return words;
    }

    abstract OptionalInt of(ScannedRequest request);
}
