package io.tidemark.alerts.receiver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A receiver's server: keeps what it is sent, and answers as it is told. Thread-safe. */
final class ReceivingServer implements AutoCloseable {
    private final HttpServer server;
    private final String scheme;
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Map<String, Answer> answers = new HashMap<>();
    private volatile Answer usual = new Answer(200, Map.of(), "ok");
    private volatile Manner manner = Manner.ANSWERS;

    /** @param headers by lower-case name */
    record Request(String method, String path, Map<String, String> headers, String body) {}

    record Answer(int status, Map<String, String> headers, String body) {
        static Answer of(int status, String body) {
            return new Answer(status, Map.of(), body);
        }
    }

    /** What it does with a request that it has read. */
    enum Manner {
        ANSWERS,
        HANGS,
        DROPS,
        /** Sends the head of an answer and never its body. */
        HANGS_IN_THE_BODY
    }

    private ReceivingServer(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.setExecutor(workers);
        server.createContext("/", this::handle);
        server.start();
    }

    static ReceivingServer start() throws IOException {
        return new ReceivingServer(HttpServer.create(local(), 0), "http");
    }

    static ReceivingServer startTls(SSLContext context) throws IOException {
        HttpsServer server = HttpsServer.create(local(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return new ReceivingServer(server, "https");
    }

    String url() {
        return scheme + "://127.0.0.1:" + server.getAddress().getPort();
    }

    void answer(int status, String body) {
        usual = Answer.of(status, body);
    }

    void answer(int status, Map<String, String> headers, String body) {
        usual = new Answer(status, headers, body);
    }

    /** Of one path, without its query. */
    void answer(String path, Answer answer) {
        synchronized (answers) {
            answers.put(path, answer);
        }
    }

    void behave(Manner now) {
        manner = now;
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        workers.shutdownNow();
    }

    private static InetSocketAddress local() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(new Request(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body));
        try (exchange) {
            if (manner == Manner.HANGS) {
                awaitClose();
                return;
            }
            if (manner == Manner.DROPS) {
                return;
            }
            answer(exchange);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        Answer answer;
        synchronized (answers) {
            answer = answers.getOrDefault(exchange.getRequestURI().getPath(), usual);
        }
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        if (manner == Manner.HANGS_IN_THE_BODY) {
            exchange.getResponseBody().flush();
            awaitClose();
            return;
        }
        exchange.getResponseBody().write(bytes);
    }

    private void awaitClose() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
