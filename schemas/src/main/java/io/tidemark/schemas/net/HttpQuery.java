package io.tidemark.schemas.net;

import io.tidemark.schemas.ValueText;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A question over HTTP. Its deadline is for the whole answer, where the JDK's own ends with the head, and its answer is bounded: a server that
 * stalls or goes on for ever in the middle of an answer does not block the caller.
 */
public final class HttpQuery {
    private static final int MAX_BYTES = 5 << 20;

    private HttpQuery() {}

    /** Asks and waits for the whole answer, of at most 5 MiB: see {@link #send(HttpClient, HttpRequest.Builder, Duration, int)}. */
    public static HttpResponse<String> send(HttpClient http, HttpRequest.Builder question, Duration within)
            throws IOException, InterruptedException {
        return send(http, question, within, MAX_BYTES);
    }

    /**
     * Asks and waits for the whole answer.
     *
     * @param mostBytes of its body
     * @throws HttpTimeoutException if it has not come in time
     * @throws IOException if there is none, or it is too large
     */
    public static HttpResponse<String> send(
            HttpClient http, HttpRequest.Builder question, Duration within, int mostBytes)
            throws IOException, InterruptedException {
        HttpRequest request = question.build();
        CompletableFuture<HttpResponse<String>> answer = http.sendAsync(
                request,
                head -> BoundedText.whole(
                        mostBytes, head.headers().firstValue("Content-Encoding").orElse("")));
        try {
            return answer.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("no whole answer within " + ValueText.duration(within));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IOException(request.uri() + " cannot be asked", e.getCause());
        } finally {
            // The caller waits no longer, for whatever reason, so the rest of the answer is not read.
            boolean unused = answer.cancel(true);
        }
    }
}
