package io.tidemark.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.RegistryConfig.Registration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
            byte[] none = "[]".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, none.length);
            exchange.getResponseBody().write(none);
            exchange.close();
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
    void sendsNoCredentialsWhenThereAreNone() throws Exception {
        assertThat(authorizationSent("", Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "basic.auth.credentials.source, VAULT",
        "bearer.auth.credentials.source, OAUTHBEARER",
        "bearer.auth.credentials.source, SASL_OAUTHBEARER_INHERIT"
    })
    void refusesASourceThatWouldSendNothing(String setting, String source) {
        assertThatThrownBy(() -> new RegistryConfig("http://127.0.0.1", Map.of(setting, source), Registration.LOOK_UP))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(setting)
                .hasMessageContaining(source);
    }

    private Optional<String> authorizationSent(String userInfo, Map<String, String> settings) throws Exception {
        String url = "http://" + userInfo + "127.0.0.1:" + server.getAddress().getPort();
        RegistryConfig config = new RegistryConfig(url, settings, Registration.LOOK_UP);
        try (CachedSchemaRegistryClient client =
                new CachedSchemaRegistryClient(List.of(config.url()), 10, config.settings())) {
            client.getAllSubjects();
        }
        return authorizations.remove();
    }
}
