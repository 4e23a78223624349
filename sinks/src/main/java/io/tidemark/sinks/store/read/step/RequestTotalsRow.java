package io.tidemark.sinks.store.read.step;

import io.tidemark.events.TokenSource;
import java.util.List;
import java.util.Map;

/**
 * What only the stored requests of a step's measured part show; all 0 once their retention is over.
 *
 * @param tokenSources ok requests by how their output tokens were counted
 * @param retried requests that were tried more than once
 * @param retries tries beyond the first, of all of them
 * @param errors requests that were not ok, by how they failed, the most frequent first
 */
public record RequestTotalsRow(Map<TokenSource, Long> tokenSources, long retried, long retries, List<ErrorRow> errors) {
    public static final RequestTotalsRow NONE = new RequestTotalsRow(Map.of(), 0, 0, List.of());

    public RequestTotalsRow {
        tokenSources = Map.copyOf(tokenSources);
        errors = List.copyOf(errors);
    }
}
