package io.tidemark.simulator.http.server;

import io.tidemark.simulator.http.request.ApiException;
import io.tidemark.simulator.http.request.ErrorFormat;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Iterator;

/** Sends small answers with uvicorn's headers. Confined to the event loop. */
public final class ResponseSender {
    public static final String JSON = "application/json";

    private final UvicornHeaders headers;
    private final ErrorFormat.Envelope envelope;

    ResponseSender(UvicornHeaders headers, ErrorFormat.Envelope envelope) {
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

    /** Sends parts one after the other, as fast as the client reads them: never all of them at once in memory. */
    void stream(HttpServerRequest request, String contentType, Iterator<String> parts) {
        HttpServerResponse response = headers.addTo(request.response().setStatusCode(200));
        response.putHeader("content-type", contentType).setChunked(true);
        if (request.method().equals(HttpMethod.HEAD)) {
            var unused = response.end();
            return;
        }
        write(response, parts);
    }

    private static void write(HttpServerResponse response, Iterator<String> parts) {
        while (parts.hasNext() && !response.closed()) {
            if (response.writeQueueFull()) {
                response.drainHandler(drained -> write(response, parts));
                return;
            }
            var unused = response.write(parts.next());
        }
        if (!response.closed()) {
            response.drainHandler(null);
            var unused = response.end();
        }
    }

    /** @param contentType empty for none */
    void send(HttpServerRequest request, int status, String contentType, String body) {
        HttpServerResponse response = headers.addTo(request.response().setStatusCode(status));
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
