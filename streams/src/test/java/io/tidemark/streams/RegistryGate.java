package io.tidemark.streams;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Stands before a registry and passes requests on while it is open; answers 503 while it is not. */
public final class RegistryGate implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final String registryUrl;
    private final HttpServer server;
    private volatile boolean open = true;

    public RegistryGate(String registryUrl) throws IOException {
        this.registryUrl = registryUrl;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public void setOpen(boolean isOpen) {
        open = isOpen;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        if (!open) {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
            return;
        }
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(registryUrl + exchange.getRequestURI()))
                    .header("content-type", "application/vnd.schemaregistry.v1+json")
                    .method(
                            exchange.getRequestMethod(),
                            HttpRequest.BodyPublishers.ofByteArray(
                                    exchange.getRequestBody().readAllBytes()))
                    .build();
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }
}
