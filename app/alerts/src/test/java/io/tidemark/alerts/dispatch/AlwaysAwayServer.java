package io.tidemark.alerts.dispatch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** A receiver that answers with 503 until it comes back. Thread-safe. */
final class AlwaysAwayServer implements AutoCloseable {
    private final HttpServer server;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean away = true;

    AlwaysAwayServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** How many requests came. */
    int asked() {
        return asked.get();
    }

    void comeBack() {
        away = false;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var unused = exchange.getRequestBody().readAllBytes();
            asked.incrementAndGet();
            exchange.sendResponseHeaders(away ? 503 : 200, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
