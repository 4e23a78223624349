package io.tidemark.faults;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Stands before an HTTP server and can answer in its place. Thread-safe. */
final class HttpFaultGate implements AutoCloseable {
    private static final int NO_BODY = -1;

    private final String behind;
    private final HttpServer server;
    private final ExecutorService workers = Executors.newFixedThreadPool(4);
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicLong refused = new AtomicLong();
    private volatile int status;
    private volatile Duration delay = Duration.ZERO;

    HttpFaultGate(String behind) {
        this.behind = behind;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(workers);
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers every request with that status instead of asking. */
    void refuse(int withStatus) {
        status = withStatus;
    }

    /** Asks again, after a pause. */
    void pass(Duration after) {
        status = 0;
        delay = after;
    }

    /** Requests that were answered in the server's place. */
    long refused() {
        return refused.get();
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (status != 0) {
                refused.incrementAndGet();
                exchange.sendResponseHeaders(status, NO_BODY);
                return;
            }
            LockSupport.parkNanos(delay.toNanos());
            HttpResponse<byte[]> answer = ask(exchange);
            byte[] body = answer.body();
            exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? NO_BODY : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private HttpResponse<byte[]> ask(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        HttpRequest request = HttpRequest.newBuilder(URI.create(behind + exchange.getRequestURI()))
                .header("content-type", "application/vnd.schemaregistry.v1+json")
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
