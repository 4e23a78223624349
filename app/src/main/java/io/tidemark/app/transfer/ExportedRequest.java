package io.tidemark.app.transfer;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.StoredRequest;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A request of the measured part of a step, on its way out.
 *
 * @param due for an imported request whose due time is unknown: when it was sent
 * @param nanos the metrics that it has
 * @param error empty if it was ok: the outcome, with the error's type and the HTTP status where there are any; of another tool's request
 *     its own text, where its file had one
 * @param errorText what the server or the other tool reported of a failure, masked; its beginning
 */
record ExportedRequest(
        String id,
        String requestClass,
        int turn,
        Outcome outcome,
        Instant due,
        Map<Metric, Long> nanos,
        Tokens tokens,
        Optional<String> error,
        Optional<String> errorText) {
    ExportedRequest {
        nanos = Map.copyOf(nanos);
    }

    record Tokens(OptionalInt prompt, OptionalInt cached, OptionalInt output) {}

    static ExportedRequest of(StoredRequest request) {
        Map<Metric, Long> nanos = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            OptionalLong value = metric == Metric.ITL ? OptionalLong.empty() : request.nanos(metric);
            if (value.isPresent()) {
                nanos.put(metric, value.getAsLong());
            }
        }
        Outcome outcome = request.outcome();
        return new ExportedRequest(
                request.id(),
                request.requestClass(),
                request.turn(),
                outcome,
                request.due(),
                nanos,
                new Tokens(request.promptTokens(), request.cachedTokens(), request.outputTokens()),
                outcome == Outcome.OK ? Optional.empty() : Optional.of(description(request)),
                outcome == Outcome.OK ? Optional.empty() : request.errorText());
    }

    private static String description(StoredRequest request) {
        if (request.outcome() == Outcome.UNKNOWN && request.errorType().isEmpty()) {
            return request.errorText().orElse(Outcome.UNKNOWN.name());
        }
        StringBuilder description = new StringBuilder(request.outcome().name());
        request.errorType().ifPresent(type -> description.append(' ').append(type));
        request.httpStatus().ifPresent(status -> description.append(" HTTP ").append(status));
        return description.toString();
    }

    boolean isOk() {
        return outcome == Outcome.OK;
    }

    Optional<Long> nanos(Metric metric) {
        return Optional.ofNullable(nanos.get(metric));
    }

    /** When it was sent, as far as that is known. */
    Instant sent() {
        return due.plusNanos(nanos(Metric.QUEUE_TIME).orElse(0L));
    }
}
