package io.tidemark.cluster.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.Caller;
import io.tidemark.cluster.registry.access.SubjectOperation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A method and a path with {placeholders}, what answers there, and who may ask.
 *
 * @param right to the subject in the path, or to all of them if there is none in it; empty if every user that may log in may call it
 * @param known there where the endpoint parses and compares schemas, which takes the processor
 */
record EndpointRoute(
        String method,
        List<String> template,
        Optional<SubjectOperation> right,
        Optional<KnownAnswer> known,
        Endpoint endpoint) {
    private static final String SUBJECT = "subject";

    /** Answers one request, or refuses with a {@link RegistryError}. */
    @FunctionalInterface
    interface Endpoint {
        JsonNode answer(RegistryRequest call);
    }

    /** Answers, before the endpoint is asked, what needs no schema parsed; empty if that is none. */
    @FunctionalInterface
    interface KnownAnswer {
        Optional<JsonNode> answer(RegistryRequest call);
    }

    /** Anybody may ask; the answer leaves out what the caller may not read. */
    static EndpointRoute open(String method, String path, Endpoint endpoint) {
        return new EndpointRoute(method, segments(path), Optional.empty(), Optional.empty(), endpoint);
    }

    static EndpointRoute to(SubjectOperation right, String method, String path, Endpoint endpoint) {
        return new EndpointRoute(method, segments(path), Optional.of(right), Optional.empty(), endpoint);
    }

    /** A schema is sent there, to be parsed and compared. */
    static EndpointRoute checking(SubjectOperation right, String path, KnownAnswer known, Endpoint endpoint) {
        return new EndpointRoute("POST", segments(path), Optional.of(right), Optional.of(known), endpoint);
    }

    /** Writes wait for Kafka and for each other; reads wait for neither. */
    boolean writes() {
        return right.filter(operation -> operation != SubjectOperation.READ).isPresent();
    }

    /**
     * @param values of the placeholders
     * @throws RegistryError if the caller may not ask
     */
    void require(Caller caller, Map<String, String> values) {
        right.ifPresent(operation -> Optional.ofNullable(values.get(SUBJECT))
                .ifPresentOrElse(subject -> caller.require(operation, subject), () -> caller.requireOnAll(operation)));
    }

    /** The path's segments; those between slashes only, none for "/". */
    static List<String> segments(String path) {
        return List.of(path.split("/")).stream().filter(s -> !s.isEmpty()).toList();
    }

    /** The placeholders' values if the path is one of this route's. */
    Optional<Map<String, String>> match(List<String> path) {
        if (path.size() != template.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < path.size(); i++) {
            String expected = template.get(i);
            if (expected.startsWith("{")) {
                values.put(expected.substring(1, expected.length() - 1), path.get(i));
            } else if (!expected.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }
}
