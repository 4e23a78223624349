package io.tidemark.cluster.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.cluster.registry.RegistryError;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From HTTP to the endpoints and back. Nothing is worked out on the event loop: reads and writes each have their threads. */
final class RequestHandler implements Handler<HttpServerRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

    private final List<EndpointRoute> routes;
    private final HandlerThreads workers;
    private final RegistryJson answers;

    RequestHandler(List<EndpointRoute> routes, HandlerThreads workers, RegistryJson answers) {
        this.routes = List.copyOf(routes);
        this.workers = workers;
        this.answers = answers;
    }

    @Override
    public void handle(HttpServerRequest request) {
        LimitedBody.of(request)
                .compose(body -> answer(request, body))
                .onSuccess(answer -> respond(request, 200, answer))
                .onFailure(failure -> refuse(request, failure));
    }

    private Future<JsonNode> answer(HttpServerRequest request, Buffer body) {
        List<String> path = decoded(request.path());
        for (EndpointRoute route : routes) {
            Optional<Map<String, String>> values = route.match(path);
            if (values.isPresent() && route.method().equals(request.method().name())) {
                return run(route, values.get(), request, body);
            }
        }
        boolean known = routes.stream().anyMatch(route -> route.match(path).isPresent());
        return Future.failedFuture(
                known
                        ? RegistryError.noSuchMethod(request.method().name(), request.path())
                        : RegistryError.noSuchPath(request.path()));
    }

    private Future<JsonNode> run(
            EndpointRoute route, Map<String, String> values, HttpServerRequest request, Buffer body) {
        return workers.run(
                route.effect(),
                () -> route.endpoint()
                        .answer(new RegistryRequest(values, request.params(), answers.parse(body.getBytes()))));
    }

    private void refuse(HttpServerRequest request, Throwable failure) {
        if (failure instanceof RegistryError error) {
            respond(request, error.httpStatus(), answers.error(error));
            return;
        }
        LOG.error("{} {} failed", request.method(), request.path(), failure);
        RegistryError error = RegistryError.storeUnavailable(failure.toString());
        respond(request, error.httpStatus(), answers.error(error));
    }

    private static void respond(HttpServerRequest request, int status, JsonNode answer) {
        if (request.response().closed()) {
            return; // the client has gone away
        }
        request.response()
                .setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, CONTENT_TYPE)
                .end(answer.toString())
                .onFailure(e -> LOG.debug("{} left before its answer", request.remoteAddress(), e));
    }

    /** A segment may hold an encoded slash, so the path is cut first and decoded afterwards; a plus stays a plus. */
    private static List<String> decoded(String path) {
        try {
            return EndpointRoute.segments(path).stream()
                    .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw RegistryError.badRequest("The path must be percent-encoded UTF-8 but was " + path);
        }
    }
}
