package io.tidemark.simulator.http.server;

import io.tidemark.simulator.http.request.ApiException;
import io.tidemark.simulator.http.request.ErrorFormat;
import io.tidemark.simulator.metrics.HttpMetrics.ServedRequest;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leads requests to their endpoints. Confined to the event loop. */
final class HttpRequestRouter {
    private static final Logger LOG = LoggerFactory.getLogger(HttpRequestRouter.class);
    private static final double MILLIS_PER_SECOND = 1e3;

    private final ServerContext serving;
    private final RouteTable routes;
    private final ResponseSender answers;

    HttpRequestRouter(ServerContext serving, RouteTable routes) {
        this.serving = serving;
        this.routes = routes;
        this.answers = new ResponseSender(
                serving.headers(), ErrorFormat.of(serving.config().version()));
    }

    void accept(HttpServerRequest request) {
        long receivedNanos = serving.options().nanoClock().nanos();
        request.response().endHandler(ended -> count(request, receivedNanos));
        request.body()
                .onSuccess(body -> answer(request, body, receivedNanos))
                .onFailure(failure -> LOG.debug("{} went away while sending its body", request.remoteAddress()));
    }

    private void answer(HttpServerRequest request, Buffer body, long receivedNanos) {
        try {
            if (CorsHeaders.preflight(request)) {
                answers.send(request, 200, "text/plain; charset=utf-8", "OK");
                return;
            }
            if (!authorised(request)) {
                answers.send(request, 401, ResponseSender.JSON, "{\"error\":\"Unauthorized\"}");
                return;
            }
            endpoint(request).answer(request, body.getBytes(), receivedNanos);
        } catch (ApiException refused) {
            answers.refuse(request, refused);
        } catch (RuntimeException bug) {
            LOG.error("{} {} failed", request.method(), request.path(), bug);
            answers.refuse(request, ApiException.engine(500));
        }
    }

    private EndpointHandler endpoint(HttpServerRequest request) {
        String path = request.path();
        if (!routes.known(path)) {
            throw ApiException.http(404, "Not Found");
        }
        return routes.find(request.method(), path).orElseThrow(() -> {
            request.response().putHeader("allow", routes.allowed(path));
            return ApiException.http(405, "Method Not Allowed");
        });
    }

    /** As vLLM: only paths under /v1 need the key, and preflights never do. */
    private boolean authorised(HttpServerRequest request) {
        String key = serving.config().apiKey();
        boolean open = !request.path().startsWith("/v1") || request.method().equals(HttpMethod.OPTIONS);
        if (key.isEmpty() || open) {
            return true;
        }
        return ("Bearer " + key).equals(request.getHeader("Authorization"));
    }

    private void count(HttpServerRequest request, long receivedNanos) {
        long durationNanos = serving.options().nanoClock().nanos() - receivedNanos;
        double atSeconds = serving.options().wallClock().millis() / MILLIS_PER_SECOND;
        serving.metrics()
                .http()
                .recordResponse(new ServedRequest(
                        routes.known(request.path()) ? request.path() : "none",
                        request.method().name(),
                        request.response().getStatusCode(),
                        length(request.getHeader("content-length")),
                        length(request.response().headers().get("content-length")),
                        durationNanos,
                        atSeconds));
    }

    private static long length(@org.jspecify.annotations.Nullable String header) {
        return header == null || !header.matches("\\d{1,15}") ? 0 : Long.parseLong(header);
    }
}
