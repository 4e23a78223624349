package io.tidemark.sinks.sink;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Answers 503 until it is opened, then passes GETs on to a registry. */
final class RegistryGate implements HttpHandler {
    private final String registryUrl;
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile boolean open;

    RegistryGate(String registryUrl) {
        this.registryUrl = registryUrl;
    }

    void open() {
        open = true;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        if (!open) {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
            return;
        }
        try {
            HttpResponse<byte[]> answer = client.send(
                    HttpRequest.newBuilder(URI.create(registryUrl + exchange.getRequestURI()))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }
}
