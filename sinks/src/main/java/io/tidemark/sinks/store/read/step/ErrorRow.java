package io.tidemark.sinks.store.read.step;

import io.tidemark.events.Outcome;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Requests that failed in one way.
 *
 * @param httpStatus empty where there was no answer
 * @param type the error's type by the server, or what failed here
 * @param code the error's code by the server
 * @param text what the server reported to one of them, masked; its beginning
 */
public record ErrorRow(
        Outcome outcome,
        OptionalInt httpStatus,
        Optional<String> type,
        Optional<String> code,
        Optional<String> text,
        long requests) {}
