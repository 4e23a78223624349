package io.tidemark.simulator.http.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A small client for the tests; it asks for HTTP/2 where a server offers it. */
final class HttpProbe {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;

    HttpProbe(String url) {
        this.url = url;
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET().build());
    }

    HttpResponse<String> getWith(String path, String... headers) {
        return send(request(path).GET().headers(headers).build());
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        return send(postRequest(path, body, headers));
    }

    HttpResponse<String> delete(String path) {
        return send(request(path).DELETE().build());
    }

    HttpResponse<String> send(String method, String path, String... headers) {
        HttpRequest.Builder request = request(path).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    /** A body of another kind than JSON. */
    HttpResponse<String> postAs(String contentType, String path, String body) {
        return send(request(path)
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    CompletableFuture<HttpResponse<String>> postAsync(String path, String body, String... headers) {
        return client.sendAsync(postRequest(path, body, headers), BodyHandlers.ofString());
    }

    /** Complete once the head of the answer is there. */
    CompletableFuture<HttpResponse<InputStream>> headAsync(String path, String body) {
        return client.sendAsync(postRequest(path, body), BodyHandlers.ofInputStream());
    }

    /** The payloads of a stream's events. */
    static List<String> events(HttpResponse<String> response) {
        return Stream.of(response.body().split("\n\n"))
                .map(event -> event.substring("data: ".length()))
                .toList();
    }

    private HttpRequest postRequest(String path, String body, String... headers) {
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request.build();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT);
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(request.uri().toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + request.uri(), e);
        }
    }
}
