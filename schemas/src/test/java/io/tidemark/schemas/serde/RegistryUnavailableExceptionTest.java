package io.tidemark.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.cert.CertificateException;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryUnavailableExceptionTest {
    private static final String REGISTRY = "schema id 7: the registry https://registry:8081 ";

    private static String said(Map<String, String> settings, Throwable cause) {
        RegistryConfig config =
                new RegistryConfig("https://registry:8081", settings, RegistryConfig.Registration.LOOK_UP);
        return new RegistryUnavailableException("schema id 7", config, cause).getMessage();
    }

    private static String said(Throwable cause) {
        return said(Map.of(), cause);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        basic.auth.credentials.source                  | USER_INFO    | basic.auth.credentials.source, basic.auth.user.info
        schema.registry.bearer.auth.credentials.source | STATIC_TOKEN | bearer.auth.credentials.source, bearer.auth.token
        bearer.auth.credentials.source                 | CUSTOM       | bearer.auth.credentials.source
        bearer.auth.credentials.source                 | OAUTHBEARER  | bearer.auth.issuer.endpoint.url, bearer.auth.client.id, bearer.auth.scope
        """)
    void wrongCredentialsAreCalledThatWithTheSettingsThatHoldThem(String key, String source, String named) {
        Map<String, String> settings = Map.of(
                key,
                source,
                "bearer.auth.issuer.endpoint.url",
                "https://idp/token",
                "bearer.auth.client.id",
                "perf",
                "bearer.auth.client.secret",
                "hush");
        for (int status : new int[] {401, 403}) {
            assertThat(said(settings, new RestClientException("Unauthorized", status, status)))
                    .isEqualTo(REGISTRY + "refuses these credentials: HTTP " + status + " (settings of its client: "
                            + named + ")");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void withoutCredentialsTheSettingsThatGiveThemAreNamed(int status) {
        assertThat(said(new RestClientException("Unauthorized", status, status)))
                .isEqualTo(REGISTRY + "needs credentials and got none: HTTP " + status
                        + " (settings of its client: basic.auth.credentials.source or bearer.auth.credentials.source)");
    }

    @Test
    void aCertificateThatIsNotTrustedComesWithTheSettingsOfTrust() {
        SSLHandshakeException refused = new SSLHandshakeException("PKIX path building failed");
        refused.initCause(new CertificateException("no path"));
        assertThat(said(refused))
                .isEqualTo(REGISTRY + "could not be asked: javax.net.ssl.SSLHandshakeException: PKIX path building"
                        + " failed (settings of its client for certificates that it trusts:"
                        + " schema.registry.ssl.truststore.location, schema.registry.ssl.truststore.type)");
    }

    @Test
    void anythingElseIsAnOutage() {
        assertThat(said(new RestClientException("down", 503, 50301)))
                .contains("could not be asked: HTTP 503, down")
                .doesNotContain("credentials");
        assertThat(said(new IOException("no route"))).endsWith("could not be asked: java.io.IOException: no route");
        assertThat(said(new UncheckedIOException("the token endpoint https://idp is away", new IOException("away"))))
                .endsWith("could not be asked: the token endpoint https://idp is away");
    }
}
