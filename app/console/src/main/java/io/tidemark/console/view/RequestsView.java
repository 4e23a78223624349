package io.tidemark.console.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Requests that were worse than an objective's limit or not ok, the worst first.
 *
 * @param total all of them
 */
public record RequestsView(String objective, long total, List<Request> requests) {
    public RequestsView {
        requests = List.copyOf(requests);
    }

    /** @param valueNanos in the objective's metric */
    public record Request(
            String id, int step, Instant due, String outcome, OptionalLong valueNanos, Optional<String> error) {}
}
