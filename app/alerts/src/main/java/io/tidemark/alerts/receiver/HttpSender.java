package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.Connection;
import io.tidemark.alerts.config.Secret;
import io.tidemark.alerts.text.SafeText;
import io.tidemark.producer.openai.Redaction;
import io.tidemark.producer.openai.RetryAfter;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.net.BoundedText;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests of one receiver. A request is over, answer included, when the receiver's time-out has passed. Redirects are not followed,
 * as the owner of the secrets did not configure their destination. Thread-safe.
 */
final class HttpSender {
    private static final int MAX_BODY_BYTES = 64 << 10;
    private static final int MAX_REASON_CHARACTERS = 300;
    private static final Duration MAX_RETRY_AFTER = Duration.ofDays(1);

    private final HttpClient client;
    private final Connection connection;
    private final InstantSource clock;
    private final Redaction mask;

    /**
     * One for a receiver.
     *
     * @param secrets which its reasons never have
     * @throws IllegalArgumentException if the connection's file of certificates has none
     */
    HttpSender(Connection connection, Collection<Secret> secrets, InstantSource clock) {
        this.connection = connection;
        this.clock = clock;
        List<Secret> all = new ArrayList<>(secrets);
        connection.proxy().flatMap(Connection.Proxy::user).ifPresent(all::add);
        this.mask = Secret.redaction(all);
        this.client = client(connection);
    }

    HttpReply get(URI url, Map<String, String> headers) {
        return send("GET", url, headers, "");
    }

    HttpReply post(URI url, Map<String, String> headers, String json) {
        return send("POST", url, headers, json);
    }

    /**
     * Sends a request, and waits for the answer.
     *
     * @param url is not named in reasons where it is a secret
     * @param headers besides those of the content
     * @param json empty for no content
     */
    HttpReply send(String method, URI url, Map<String, String> headers, String json) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url);
        request.setHeader("User-Agent", "tidemark");
        headers.forEach(request::setHeader);
        if (json.isEmpty()) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.setHeader("Content-Type", "application/json; charset=utf-8")
                    .method(method, HttpRequest.BodyPublishers.ofString(json));
        }
        CompletableFuture<HttpResponse<String>> sent =
                client.sendAsync(request.build(), info -> BoundedText.beginning(MAX_BODY_BYTES));
        try {
            return answered(sent.get(connection.timeout().toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            sent.cancel(true);
            return new HttpReply.Unreachable("no answer within " + ValueText.duration(connection.timeout()));
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            return new HttpReply.Unreachable("interrupted");
        } catch (ExecutionException e) {
            return new HttpReply.Unreachable(reason(e.getCause() == null ? e : e.getCause()));
        }
    }

    private static HttpClient client(Connection connection) {
        HttpClient.Builder client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connection.timeout())
                .sslContext(Trust.with(connection.ca()));
        connection
                .proxy()
                .ifPresent(proxy -> client.proxy(ProxySelector.of(new InetSocketAddress(proxy.host(), proxy.port()))));
        connection.proxy().flatMap(Connection.Proxy::user).ifPresent(user -> client.authenticator(proxyUser(user)));
        return client.build();
    }

    private HttpReply answered(HttpResponse<String> response) {
        Optional<String> retryAfter = response.headers().firstValue("Retry-After");
        return new HttpReply.Answered(
                response.statusCode(),
                response.headers(),
                retryAfter.flatMap(text -> RetryAfter.of(text, Optional.of(clock.instant()), MAX_RETRY_AFTER)),
                mask.of(response.body()));
    }

    /**
     * Sends the credentials to the proxy, and to no other server.
     *
     * @param user {@code name:password}
     */
    private static Authenticator proxyUser(Secret user) {
        return new Authenticator() {
            @Override
            protected @Nullable PasswordAuthentication getPasswordAuthentication() {
                if (getRequestorType() != RequestorType.PROXY) {
                    return null;
                }
                String[] parts = user.reveal().split(":", 2);
                return new PasswordAuthentication(parts[0], (parts.length < 2 ? "" : parts[1]).toCharArray());
            }
        };
    }

    private String reason(Throwable failure) {
        String what = failure instanceof SSLHandshakeException ? "TLS: " : "";
        String message = failure.getMessage();
        String description = message == null ? failure.getClass().getSimpleName() : message;
        return SafeText.cut(SafeText.line(mask.of(what + description)), MAX_REASON_CHARACTERS);
    }
}
