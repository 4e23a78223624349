package io.tidemark.simulator.http.server;

import io.vertx.core.http.HttpServerRequest;

/** Answers a request whose body has been read. On the event loop. */
@FunctionalInterface
interface EndpointHandler {
    void answer(HttpServerRequest request, byte[] body, long receivedNanos);
}
