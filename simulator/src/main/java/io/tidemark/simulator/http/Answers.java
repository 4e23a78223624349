package io.tidemark.simulator.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Sends small answers with uvicorn's headers. Confined to the event loop. */
final class Answers {
    static final String JSON = "application/json";

    private final Headers headers;
    private final ErrorWords.Envelope envelope;

    Answers(Headers headers, ErrorWords.Envelope envelope) {
        this.headers = headers;
        this.envelope = envelope;
    }

    void json(HttpServerRequest request, String body) {
        send(request, 200, JSON, body);
    }

    void refuse(HttpServerRequest request, ApiException refused) {
        if (refused.retryLater()) {
            request.response().putHeader("retry-after", "1");
        }
        send(request, refused.status(), JSON, refused.json(envelope));
    }

    /** @param contentType empty for none */
    void send(HttpServerRequest request, int status, String contentType, String body) {
        HttpServerResponse response = headers.on(request.response().setStatusCode(status));
        if (!contentType.isEmpty()) {
            response.putHeader("content-type", contentType);
        }
        if (request.method().equals(HttpMethod.HEAD)) {
            var unused = response.end();
            return;
        }
        var unused = response.end(body);
    }
}
