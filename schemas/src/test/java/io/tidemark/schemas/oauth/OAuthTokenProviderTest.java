package io.tidemark.schemas.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against an issuer that says what the test wants. */
@Tag("integration")
class OAuthTokenProviderTest {
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final AtomicLong now = new AtomicLong();
    private HttpServer issuer;
    private volatile int status = 200;
    private volatile String answer = "{\"access_token\":\"one\",\"expires_in\":3600}";

    @BeforeEach
    void listen() throws IOException {
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.createContext("/token", exchange -> {
            asked.add(exchange.getRequestMethod()
                    + " " + exchange.getRequestHeaders().getFirst("Authorization")
                    + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        issuer.start();
    }

    @AfterEach
    void stop() {
        issuer.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + issuer.getAddress().getPort() + "/token";
    }

    private OAuthTokenProvider provider() {
        OAuthTokenProvider provider = new OAuthTokenProvider(now::get);
        provider.configure(Map.of(
                "bearer.auth.issuer.endpoint.url", url(),
                "bearer.auth.client.id", "a:b",
                "bearer.auth.client.secret", "t+d",
                "bearer.auth.scope", "read write",
                "bearer.auth.logical.cluster", "lsrc-1"));
        return provider;
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void asksAsTheClientByTheGrantOfClientCredentials() {
        OAuthTokenProvider provider = provider();
        assertThat(provider.getBearerToken(null)).isEqualTo("one");
        // base64 of "a%3Ab:t%2Bd": both are encoded as in a form, by RFC 6749
        assertThat(asked).containsExactly("POST Basic YSUzQWI6dCUyQmQ= grant_type=client_credentials&scope=read+write");
        assertThat(provider.getTargetSchemaRegistry()).isEqualTo("lsrc-1");
        assertThat(provider.getTargetIdentityPoolId()).isNull();
    }

    @Test
    void asksAgainFiveMinutesBeforeTheEnd() {
        OAuthTokenProvider provider = provider();
        provider.getBearerToken(null);
        answer = "{\"access_token\":\"two\",\"expires_in\":3600}";
        pass(Duration.ofMinutes(54));
        assertThat(provider.getBearerToken(null)).isEqualTo("one");
        pass(Duration.ofMinutes(2));
        assertThat(provider.getBearerToken(null)).isEqualTo("two");
        assertThat(provider.getBearerToken(null)).isEqualTo("two");
        assertThat(asked).hasSize(2);
    }

    @Test
    void aTokenGoesOnUntilItsEndWhileTheIssuerIsAway() {
        OAuthTokenProvider provider = provider();
        provider.getBearerToken(null);
        status = 503;
        pass(Duration.ofMinutes(56));
        assertThat(provider.getBearerToken(null)).isEqualTo("one");
        pass(Duration.ofMinutes(4));
        assertThatThrownBy(() -> provider.getBearerToken(null)).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void aTokenWithoutAnEndIsReplacedWithinAMinute() {
        answer = "{\"access_token\":\"one\"}";
        OAuthTokenProvider provider = provider();
        provider.getBearerToken(null);
        pass(Duration.ofMinutes(1));
        provider.getBearerToken(null);
        assertThat(asked).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        401 | {"error":"invalid_client","error_description":"no such client"} | refuses the client "a:b": HTTP 401, invalid_client, no such client (settings
        500 | <html>                                                          | refuses the client "a:b": HTTP 500 (settings
        401 | {"error":"invalid_client"}                                      | bearer.auth.client.id, bearer.auth.client.secret
        200 | {"token_type":"Bearer"}                                         | answers without access_token
        200 | <html>                                                          | answers without access_token
        """)
    void anIssuerThatGivesNoTokenIsNamedWithItsReason(int given, String said, String reason) {
        status = given;
        answer = said;
        assertThatThrownBy(() -> provider().getBearerToken(null))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the token endpoint " + url())
                .hasMessageContaining(reason)
                .hasMessageNotContaining("t+d");
    }

    @Test
    void anIssuerThatDoesNotAnswerIsNamedWithItsSetting() {
        issuer.stop(0);
        assertThatThrownBy(() -> provider().getBearerToken(null))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the token endpoint " + url() + " (setting of the registry's client:"
                        + " bearer.auth.issuer.endpoint.url) could not be asked: java.net.ConnectException");
    }
}
