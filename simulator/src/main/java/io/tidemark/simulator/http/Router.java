package io.tidemark.simulator.http;

import io.tidemark.simulator.text.Tokenizer;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leads requests to their endpoints. Confined to the event loop. */
final class Router {
    private static final Logger LOG = LoggerFactory.getLogger(Router.class);
    private static final String JSON = "application/json";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final Serving serving;
    private final Map<String, Map<HttpMethod, Endpoint>> endpoints = new HashMap<>();

    /** Answers a request whose body has been read. */
    @FunctionalInterface
    private interface Endpoint {
        void answer(HttpServerRequest request, byte[] body, long receivedNanos);
    }

    Router(Serving serving) {
        this.serving = serving;
        RequestParser parser = new RequestParser(new Tokenizer());
        long startedSeconds = serving.options().wallClock().instant().getEpochSecond();
        Pages pages = new Pages(serving.config(), startedSeconds, serving.nextId());
        GenerationEndpoint chat = new GenerationEndpoint(new ChatWire(), parser::chat, serving);
        GenerationEndpoint completion = new GenerationEndpoint(new CompletionWire(), parser::completion, serving);
        route(HttpMethod.POST, "/v1/chat/completions", chat::accept);
        route(HttpMethod.POST, "/v1/completions", completion::accept);
        route(HttpMethod.POST, "/tokenize", (request, body, at) -> json(request, pages.tokens(parser.prompt(body))));
        route(HttpMethod.POST, "/reset_prefix_cache", (request, body, at) -> {
            serving.driver().resetPrefixCache();
            send(request, 200, "", "");
        });
        route(HttpMethod.GET, "/v1/models", (request, body, at) -> json(request, pages.models()));
        route(HttpMethod.GET, "/version", (request, body, at) -> json(request, pages.version()));
        route(HttpMethod.GET, "/health", (request, body, at) -> send(request, health(), "", ""));
        route(HttpMethod.GET, "/ping", (request, body, at) -> send(request, 200, "", ""));
        route(HttpMethod.POST, "/ping", (request, body, at) -> send(request, 200, "", ""));
        route(HttpMethod.GET, "/metrics", (request, body, at) -> send(request, 200, PROMETHEUS, metrics()));
        if (serving.options().serveWriteLog()) {
            route(
                    HttpMethod.GET,
                    "/simulator/writes",
                    (request, body, at) -> send(
                            request,
                            200,
                            "application/jsonl",
                            serving.writeLog().jsonLines()));
        }
    }

    void accept(HttpServerRequest request) {
        long receivedNanos = serving.options().nanoClock().nanos();
        request.body()
                .onSuccess(body -> answer(request, body, receivedNanos))
                .onFailure(failure -> LOG.debug("{} went away while sending its body", request.remoteAddress()));
    }

    private void answer(HttpServerRequest request, Buffer body, long receivedNanos) {
        try {
            if (!authorised(request)) {
                send(request, 401, JSON, "{\"error\":\"Unauthorized\"}");
                return;
            }
            endpoint(request).answer(request, body.getBytes(), receivedNanos);
        } catch (ApiException refused) {
            send(request, refused.status(), JSON, refused.json());
        } catch (RuntimeException bug) {
            LOG.error("{} {} failed", request.method(), request.path(), bug);
            send(request, 500, JSON, ApiException.engine(500).json());
        }
    }

    private void route(HttpMethod method, String path, Endpoint endpoint) {
        endpoints.computeIfAbsent(path, it -> new HashMap<>()).put(method, endpoint);
    }

    private Endpoint endpoint(HttpServerRequest request) {
        Map<HttpMethod, Endpoint> methods = endpoints.get(request.path());
        if (methods == null) {
            throw ApiException.http(404, "Not Found");
        }
        Endpoint endpoint = methods.get(request.method());
        if (endpoint == null) {
            throw ApiException.http(405, "Method Not Allowed");
        }
        return endpoint;
    }

    /** As vLLM: only paths under /v1 need the key. */
    private boolean authorised(HttpServerRequest request) {
        String key = serving.config().apiKey();
        if (key.isEmpty() || !request.path().startsWith("/v1")) {
            return true;
        }
        return ("Bearer " + key).equals(request.getHeader("Authorization"));
    }

    private int health() {
        return serving.driver().alive() ? 200 : 503;
    }

    private String metrics() {
        return serving.metrics().page();
    }

    private static void json(HttpServerRequest request, String body) {
        send(request, 200, JSON, body);
    }

    private static void send(HttpServerRequest request, int status, String contentType, String body) {
        HttpServerResponse response = request.response().setStatusCode(status).putHeader("server", "uvicorn");
        if (!contentType.isEmpty()) {
            response.putHeader("content-type", contentType);
        }
        var unused = response.end(body);
    }
}
