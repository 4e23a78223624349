package io.tidemark.cluster.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.Caller;
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
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From HTTP to the endpoints and back. Nothing is worked out on the event loop: reads, writes and checks each have their threads. */
final class RequestHandler implements Handler<HttpServerRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

    private static final int UNAUTHORIZED = 401;

    private final List<EndpointRoute> routes;
    private final HandlerThreads workers;
    private final RequestLogin login;
    private final CallerLimits limits;
    private final RegistryJson answers = new RegistryJson();

    RequestHandler(List<EndpointRoute> routes, HandlerThreads workers, RequestLogin login, CallerLimits limits) {
        this.routes = List.copyOf(routes);
        this.workers = workers;
        this.login = login;
        this.limits = limits;
    }

    @Override
    public void handle(HttpServerRequest request) {
        request.pause(); // no body is kept of an unknown caller
        login.caller(request.getHeader(HttpHeaders.AUTHORIZATION))
                .onFailure(failure -> request.resume())
                .compose(caller -> body(request, caller).compose(body -> answer(request, caller, body)))
                .onSuccess(answer -> respond(request, 200, answer))
                .onFailure(failure -> refuse(request, failure));
    }

    private Future<Buffer> body(HttpServerRequest request, Caller caller) {
        Future<Buffer> body = LimitedBody.of(request);
        request.resume();
        limits.take(caller, CallerLimits.Limit.REQUESTS);
        return body;
    }

    private Future<JsonNode> answer(HttpServerRequest request, Caller caller, Buffer body) {
        List<String> path = decoded(request.path());
        for (EndpointRoute route : routes) {
            Optional<Map<String, String>> values = route.match(path);
            if (values.isPresent() && route.method().equals(request.method().name())) {
                route.require(caller, values.get());
                if (route.writes() || route.checks()) {
                    limits.take(caller, CallerLimits.Limit.CHANGES);
                }
                return run(
                        route,
                        request,
                        () -> new RegistryRequest(
                                caller, values.get(), request.params(), answers.parse(body.getBytes())));
            }
        }
        boolean known = routes.stream().anyMatch(route -> route.match(path).isPresent());
        return Future.failedFuture(
                known
                        ? RegistryError.noSuchMethod(request.method().name(), request.path())
                        : RegistryError.noSuchPath(request.path()));
    }

    private Future<JsonNode> run(EndpointRoute route, HttpServerRequest request, Supplier<RegistryRequest> call) {
        return workers.answer(route, () -> {
            RegistryRequest parsed = call.get();
            JsonNode answer = route.endpoint().answer(parsed);
            if (route.writes()) {
                LOG.info(
                        "{} {} by {}",
                        request.method(),
                        request.path(),
                        parsed.caller().name());
            }
            return answer;
        });
    }

    private void refuse(HttpServerRequest request, Throwable failure) {
        if (failure instanceof RegistryError error) {
            if (error.httpStatus() == UNAUTHORIZED) {
                request.response().putHeader("WWW-Authenticate", "Basic realm=\"schema registry\"");
            }
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
