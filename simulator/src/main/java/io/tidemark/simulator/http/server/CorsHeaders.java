package io.tidemark.simulator.http.server;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/** What Starlette's CORS middleware does with vLLM's defaults: every origin, method and header is let in. */
final class CorsHeaders {
    private static final String METHODS = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT";
    private static final String MAX_AGE_SECONDS = "600";

    private CorsHeaders() {}

    /** Puts its headers on the answer, and gives whether the request is a preflight, which is then all of the answer. */
    static boolean preflight(HttpServerRequest request) {
        String origin = request.getHeader("Origin");
        if (origin == null) {
            return false;
        }
        request.response().putHeader("access-control-allow-origin", "*");
        if (!request.method().equals(HttpMethod.OPTIONS)
                || request.getHeader("Access-Control-Request-Method") == null) {
            return false;
        }
        request.response()
                .putHeader("vary", "Origin")
                .putHeader("access-control-allow-methods", METHODS)
                .putHeader("access-control-max-age", MAX_AGE_SECONDS);
        String headers = request.getHeader("Access-Control-Request-Headers");
        if (headers != null) {
            request.response().putHeader("access-control-allow-headers", headers);
        }
        return true;
    }
}
