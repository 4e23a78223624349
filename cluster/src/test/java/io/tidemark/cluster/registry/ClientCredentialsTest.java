package io.tidemark.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.tidemark.fixtures.oauth.TokenIssuer;
import io.tidemark.fixtures.tls.TestKeys;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.RegistryConfig.Registration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client finds its credential providers by name and sends nothing, silently, when one is missing: so look at what arrives. */
@Tag("integration")
final class ClientCredentialsTest {
    /** base64 of "ana:tide". */
    private static final String ANA = "Basic YW5hOnRpZGU=";

    private final BlockingQueue<Optional<String>> authorizations = new LinkedBlockingQueue<>();
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            authorizations.add(Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")));
            answerNone(exchange);
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void sendsAUserAndPasswordFromItsSettings() throws Exception {
        Map<String, String> settings =
                Map.of("basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", "ana:tide");
        assertThat(authorizationSent("", settings)).contains(ANA);
    }

    @Test
    void sendsAUserAndPasswordFromItsUrl() throws Exception {
        assertThat(authorizationSent("ana:tide@", Map.of("basic.auth.credentials.source", "URL")))
                .contains(ANA);
    }

    @Test
    void sendsABearerToken() throws Exception {
        Map<String, String> settings =
                Map.of("bearer.auth.credentials.source", "STATIC_TOKEN", "bearer.auth.token", "t1d3");
        assertThat(authorizationSent("", settings)).contains("Bearer t1d3");
    }

    @Test
    void sendsATokenThatItGetsWithAClientsSecret() throws Exception {
        try (TokenIssuer issuer = TokenIssuer.start()) {
            Map<String, String> settings = Map.of(
                    "bearer.auth.credentials.source",
                    "OAUTHBEARER",
                    "bearer.auth.issuer.endpoint.url",
                    issuer.tokens(),
                    "bearer.auth.client.id",
                    "perf",
                    "bearer.auth.client.secret",
                    TokenIssuer.secret("perf"));
            assertThat(authorizationSent("", settings))
                    .hasValueSatisfying(sent -> assertThat(sent).startsWith("Bearer ey"));
        }
    }

    @Test
    void sendsNoCredentialsWhenThereAreNone() throws Exception {
        assertThat(authorizationSent("", Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "basic.auth.credentials.source, VAULT",
        "schema.registry.bearer.auth.credentials.source, OKTA",
        "bearer.auth.credentials.source, SASL_OAUTHBEARER_INHERIT"
    })
    void refusesASourceThatWouldSendNothing(String setting, String source) {
        assertThatThrownBy(() -> new RegistryConfig("http://127.0.0.1", Map.of(setting, source), Registration.LOOK_UP))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(setting.replaceFirst("^schema.registry.", ""))
                .hasMessageContaining(source);
    }

    /** As Confluent's client comes, it would not look at the name with settings of TLS. */
    @Test
    void looksAtTheHostsNameUnlessItIsToldNotTo(@TempDir Path folder) throws Exception {
        KeyStore keys = TestKeys.selfSigned(folder, "dns:example.com");
        HttpsServer tls = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        tls.setHttpsConfigurator(new HttpsConfigurator(TestKeys.context(keys)));
        tls.createContext("/", ClientCredentialsTest::answerNone);
        tls.start();
        String url = "https://127.0.0.1:" + tls.getAddress().getPort();
        Map<String, String> trusting = Map.of(
                "schema.registry.ssl.truststore.location",
                TestKeys.pem(keys, folder).toString(),
                "schema.registry.ssl.truststore.type",
                "PEM");
        Map<String, String> careless = new HashMap<>(trusting);
        careless.put("schema.registry.ssl.endpoint.identification.algorithm", "");
        try {
            assertThatThrownBy(() -> subjects(url, trusting))
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("No subject alternative names matching IP address 127.0.0.1");
            assertThat(subjects(url, careless)).isEmpty();
        } finally {
            tls.stop(0);
        }
    }

    private static void answerNone(HttpExchange exchange) throws IOException {
        byte[] none = "[]".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, none.length);
        exchange.getResponseBody().write(none);
        exchange.close();
    }

    private static Collection<String> subjects(String url, Map<String, String> settings) throws Exception {
        RegistryConfig config = new RegistryConfig(url, settings, Registration.LOOK_UP);
        try (CachedSchemaRegistryClient client =
                new CachedSchemaRegistryClient(List.of(config.url()), 10, config.settings())) {
            return client.getAllSubjects();
        }
    }

    private Optional<String> authorizationSent(String userInfo, Map<String, String> settings) throws Exception {
        subjects("http://" + userInfo + "127.0.0.1:" + server.getAddress().getPort(), settings);
        return authorizations.remove();
    }
}
