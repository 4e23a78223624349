package io.tidemark.app.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A server that names no models and refuses the key of every completion. */
final class RefusingServer implements AutoCloseable {
    private static final byte[] REFUSAL = """
            {"error": {"message": "Incorrect API key provided: 'sk-secret-0815'", "type": "invalid_request_error",
             "code": "invalid_api_key"}}""".getBytes(StandardCharsets.UTF_8);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final AtomicLong asked = new AtomicLong();

    private RefusingServer(HttpServer server) {
        this.server = server;
    }

    static RefusingServer start() throws IOException {
        RefusingServer refusing =
                new RefusingServer(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        refusing.server.createContext("/", exchange -> answer(exchange, 404, new byte[0]));
        refusing.server.createContext("/v1/chat/completions", exchange -> {
            refusing.asked.incrementAndGet();
            answer(exchange, 401, REFUSAL);
        });
        refusing.server.setExecutor(refusing.threads);
        refusing.server.start();
        return refusing;
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Completions that were asked for. */
    long asked() {
        return asked.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
