package io.tidemark.simulator.http;

import io.vertx.core.http.HttpServerRequest;

/** Answers a request whose body has been read. On the event loop. */
@FunctionalInterface
interface Endpoint {
    void answer(HttpServerRequest request, byte[] body, long receivedNanos);
}
