package io.tidemark.alerts.dispatch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * A receiver that fails in a third of its answers: with 500, with 429 and Retry-After, by hanging for longer than the client waits, or by dropping
 * the connection after it read the body. It notes what it was told, and what of that it confirmed.
 */
final class FlakyReceiverServer implements AutoCloseable {
    private static final long HANG_NANOS = 3_000_000_000L;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Random random;
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<String> confirmed = new CopyOnWriteArrayList<>();
    private volatile boolean flaky = true;

    FlakyReceiverServer(long seed) throws IOException {
        this.random = new Random(seed);
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** From now on every answer is 200. */
    void recover() {
        flaky = false;
    }

    /** Identity and status of everything that arrived, in its order. */
    List<String> told() {
        return new ArrayList<>(told);
    }

    /** Of that, what was answered with 200. */
    List<String> confirmed() {
        return new ArrayList<>(confirmed);
    }

    private void answer(HttpExchange exchange) throws IOException {
        List<String> lines = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        int draw = note(lines);
        switch (draw) {
            case 0 -> exchange.sendResponseHeaders(500, -1);
            case 1 -> {
                exchange.getResponseHeaders().add("Retry-After", "1");
                exchange.sendResponseHeaders(429, -1);
            }
            case 2 -> LockSupport.parkNanos(HANG_NANOS);
            case 3 -> exchange.close();
            default -> exchange.sendResponseHeaders(200, -1);
        }
        exchange.close();
    }

    /** @return how to answer, from 0; 4 and more is 200 */
    private synchronized int note(List<String> lines) {
        told.addAll(lines);
        int draw = flaky ? random.nextInt(12) : 12;
        if (draw > 3) {
            confirmed.addAll(lines);
        }
        return draw;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
