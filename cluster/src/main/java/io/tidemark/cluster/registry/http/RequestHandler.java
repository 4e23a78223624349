package io.tidemark.cluster.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.Caller;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From HTTP to the endpoints and back. Nothing is worked out on the event loop: reads, writes and checks each have their threads. */
final class RequestHandler implements Handler<HttpServerRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

    private static final int UNAUTHORIZED = 401;

    /** What the paths that need no login answer. A registry listens once it has read its schemas, and answers readers without Kafka. */
    private static final Map<String, String> PROBES = Map.of("/health/live", "live", "/health/ready", "ready");

    private final Connections connections;
    private final List<EndpointRoute> routes;
    private final HandlerThreads workers;
    private final RequestLogin login;
    private final CallerLimits limits;
    private final RequestBodies bodies;
    private final RegistryJson answers = new RegistryJson();

    RequestHandler(
            Connections connections,
            List<EndpointRoute> routes,
            HandlerThreads workers,
            RequestLogin login,
            CallerLimits limits,
            RequestBodies bodies) {
        this.connections = connections;
        this.routes = List.copyOf(routes);
        this.workers = workers;
        this.login = login;
        this.limits = limits;
        this.bodies = bodies;
    }

    @Override
    public void handle(HttpServerRequest request) {
        if (!connections.begin(request.connection())) {
            request.connection().close();
            return;
        }
        request.pause(); // no body is kept of an unknown caller
        String status = PROBES.get(request.path());
        if (status != null) {
            bodies.discard(request);
            respond(request, 200, answers.object().put("status", status));
            return;
        }
        login.caller(request)
                .map(this::counted)
                .onFailure(failure -> bodies.discard(request))
                .compose(caller -> bodies.with(request, caller, body -> answer(request, caller, body)))
                .onSuccess(answer -> respond(request, 200, answer))
                .onFailure(failure -> refuse(request, failure));
    }

    private Caller counted(Caller caller) {
        limits.take(caller, CallerLimits.Limit.REQUESTS);
        return caller;
    }

    private Future<JsonNode> answer(HttpServerRequest request, Caller caller, Buffer body) {
        List<String> path = decoded(request.path());
        for (EndpointRoute route : routes) {
            Optional<Map<String, String>> values = route.match(path);
            if (values.isPresent() && route.method().equals(request.method().name())) {
                route.require(caller, values.get());
                MultiMap query = request.params();
                Callable<RegistryRequest> call =
                        () -> new RegistryRequest(caller, values.get(), query, answers.parse(body.getBytes()));
                return route.known()
                        .map(known -> check(route, request, known, call))
                        .orElseGet(() -> run(route, request, caller, call));
            }
        }
        boolean known = routes.stream().anyMatch(route -> route.match(path).isPresent());
        return Future.failedFuture(
                known
                        ? RegistryError.noSuchMethod(request.method().name(), request.path())
                        : RegistryError.noSuchPath(request.path()));
    }

    /** Only a schema that is not known by its text waits for its turn to be parsed. */
    private Future<JsonNode> check(
            EndpointRoute route,
            HttpServerRequest request,
            EndpointRoute.KnownAnswer known,
            Callable<RegistryRequest> call) {
        Callable<Supplier<Future<JsonNode>>> next = () -> {
            RegistryRequest parsed = call.call();
            Optional<JsonNode> answer = known.answer(parsed);
            return () -> answer.map(Future::succeededFuture).orElseGet(() -> checked(route, request, parsed));
        };
        return workers.readers().executeBlocking(next, false).compose(Supplier::get);
    }

    private Future<JsonNode> checked(EndpointRoute route, HttpServerRequest request, RegistryRequest call) {
        limits.take(call.caller(), CallerLimits.Limit.CHANGES);
        return workers.checkers().run(call.caller(), () -> answered(route, request, call));
    }

    private Future<JsonNode> run(
            EndpointRoute route, HttpServerRequest request, Caller caller, Callable<RegistryRequest> call) {
        if (!route.writes()) {
            return workers.readers().executeBlocking(() -> answered(route, request, call.call()), false);
        }
        limits.take(caller, CallerLimits.Limit.CHANGES);
        return workers.writer().executeBlocking(() -> answered(route, request, call.call()), false);
    }

    private static JsonNode answered(EndpointRoute route, HttpServerRequest request, RegistryRequest call) {
        JsonNode answer = route.endpoint().answer(call);
        if (route.writes()) {
            LOG.info(
                    "{} {} by {}",
                    request.method(),
                    request.path(),
                    call.caller().name());
        }
        return answer;
    }

    private void refuse(HttpServerRequest request, Throwable failure) {
        if (failure instanceof RegistryError error) {
            if (error.httpStatus() == UNAUTHORIZED) {
                request.response().putHeader("WWW-Authenticate", "Basic realm=\"schema registry\"");
            }
            respond(request, error.httpStatus(), answers.error(error));
            return;
        }
        if (failure instanceof HttpClosedException) {
            return; // the client has gone away
        }
        LOG.error("{} {} failed", request.method(), request.path(), failure);
        RegistryError error = RegistryError.storeUnavailable(failure.toString());
        respond(request, error.httpStatus(), answers.error(error));
    }

    private void respond(HttpServerRequest request, int status, JsonNode answer) {
        if (request.response().closed()) {
            return; // the client has gone away
        }
        request.response()
                .setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, CONTENT_TYPE)
                .end(answer.toString())
                .onSuccess(written -> connections.end(request.connection()))
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
