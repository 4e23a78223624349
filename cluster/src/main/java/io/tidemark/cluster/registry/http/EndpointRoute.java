package io.tidemark.cluster.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.cluster.registry.RegistryError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A method and a path with {placeholders}, what answers there, and whether that writes. */
record EndpointRoute(String method, List<String> template, Effect effect, Endpoint endpoint) {
    /** Writes wait for Kafka and for each other; reads wait for neither. */
    enum Effect {
        READ,
        WRITE
    }

    /** Answers one request, or refuses with a {@link RegistryError}. */
    @FunctionalInterface
    interface Endpoint {
        JsonNode answer(RegistryRequest call);
    }

    static EndpointRoute read(String method, String path, Endpoint endpoint) {
        return new EndpointRoute(method, segments(path), Effect.READ, endpoint);
    }

    static EndpointRoute write(String method, String path, Endpoint endpoint) {
        return new EndpointRoute(method, segments(path), Effect.WRITE, endpoint);
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
