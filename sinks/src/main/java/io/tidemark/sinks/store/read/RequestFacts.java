package io.tidemark.sinks.store.read;

import io.tidemark.events.TokenSource;
import java.util.Map;

/**
 * What only the stored requests of a step's measured part tell; all 0 once their retention is over.
 *
 * @param tokenSources ok requests by how their output tokens were counted
 * @param retried requests that were tried more than once
 * @param retries tries beyond the first, of all of them
 */
public record RequestFacts(Map<TokenSource, Long> tokenSources, long retried, long retries) {
    public static final RequestFacts NONE = new RequestFacts(Map.of(), 0, 0);

    public RequestFacts {
        tokenSources = Map.copyOf(tokenSources);
    }
}
