package io.tidemark.simulator.http.server;

import io.vertx.core.http.HttpMethod;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which endpoint a method and a path lead to. */
final class RouteTable {
    private final Map<String, Map<HttpMethod, EndpointHandler>> paths = new LinkedHashMap<>();

    RouteTable get(String path, EndpointHandler endpoint) {
        return on(HttpMethod.GET, path, endpoint);
    }

    RouteTable post(String path, EndpointHandler endpoint) {
        return on(HttpMethod.POST, path, endpoint);
    }

    RouteTable on(HttpMethod method, String path, EndpointHandler endpoint) {
        paths.computeIfAbsent(path, it -> new LinkedHashMap<>()).put(method, endpoint);
        return this;
    }

    boolean known(String path) {
        return paths.containsKey(path);
    }

    Optional<EndpointHandler> find(HttpMethod method, String path) {
        return Optional.ofNullable(paths.getOrDefault(path, Map.of()).get(method));
    }

    /** Methods of a path, for the Allow header. */
    String allowed(String path) {
        return paths.getOrDefault(path, Map.of()).keySet().stream()
                .map(HttpMethod::name)
                .collect(Collectors.joining(", "));
    }
}
