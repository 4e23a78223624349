package io.tidemark.simulator.http;

import io.tidemark.schemas.time.NanoClock;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** A response being written, and the log of its writes. Confined to the event loop. */
record Connection(HttpServerRequest request, Headers headers, RequestWrites writes, NanoClock clock) {
    HttpServerResponse response() {
        return request.response();
    }

    boolean gone() {
        return response().closed() || response().ended();
    }

    void write(String text) {
        // A failed write means that the client has gone; the close handler aborts the request.
        var unused = response().write(text);
    }

    /** Writes text that carries tokens, and stamps it. On the event loop the write has reached the socket when it returns. */
    void writeContent(Buffer text, long dueNanos) {
        long begunNanos = clock.nanos();
        var unused = response().write(text);
        writes.wrote(dueNanos, begunNanos, clock.nanos());
    }

    /** Like {@link #writeContent}, and ends the answer. */
    void endContent(Buffer text, long dueNanos) {
        long begunNanos = clock.nanos();
        var unused = response().end(text);
        writes.wrote(dueNanos, begunNanos, clock.nanos());
    }

    void end(String text) {
        var unused = response().end(text);
    }

    void head(int status, String contentType) {
        headers.on(response().setStatusCode(status)).putHeader("content-type", contentType);
    }

    /** Closes the socket, whatever was to come. */
    void cut() {
        var unused = request.connection().close();
    }
}
