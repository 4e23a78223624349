package io.tidemark.simulator.http.server;

import io.tidemark.schemas.net.HostPort;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletionException;

/** Opens listening sockets that speak HTTP/1.1 only, as uvicorn does. */
final class HttpListener {
    private static final int ACCEPT_BACKLOG = 4096;

    private HttpListener() {}

    static HttpServer listen(Vertx vertx, SimulatorOptions.Address address, Handler<HttpServerRequest> handler) {
        HttpServerOptions options = new HttpServerOptions()
                .setHost(address.host())
                .setPort(address.port())
                .setAcceptBacklog(ACCEPT_BACKLOG)
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setTcpNoDelay(true);
        try {
            return vertx.createHttpServer(options)
                    .requestHandler(handler)
                    .listen()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw new SimulatorException(
                    "simulator cannot listen on " + new HostPort(address.host(), address.port()) + ": " + e.getCause(),
                    e);
        }
    }
}
