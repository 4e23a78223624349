package io.tidemark.simulator.http;

import io.tidemark.schemas.time.NanoClock;
import io.vertx.core.http.HttpServerResponse;

/** A response being written, and the log of its writes. Confined to the event loop. */
record Connection(HttpServerResponse response, RequestWrites writes, NanoClock clock) {
    boolean gone() {
        return response.closed() || response.ended();
    }

    void write(String text) {
        // A failed write means that the client has gone; the close handler aborts the request.
        var unused = response.write(text);
    }

    /** Writes text that carries tokens, and stamps it. On the event loop the write has reached the socket when it returns. */
    void writeContent(String text) {
        long begunNanos = clock.nanos();
        write(text);
        writes.wrote(begunNanos, clock.nanos());
    }

    /** Like {@link #writeContent}, and ends the answer. */
    void endContent(String text) {
        long begunNanos = clock.nanos();
        end(text);
        writes.wrote(begunNanos, clock.nanos());
    }

    void end(String text) {
        var unused = response.end(text);
    }

    void head(int status, String contentType) {
        response.setStatusCode(status).putHeader("server", "uvicorn").putHeader("content-type", contentType);
    }
}
