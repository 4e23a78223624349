package io.tidemark.schemas.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OAuthSettingsTest {
    private static final Map<String, String> NEEDED = Map.of(
            "bearer.auth.issuer.endpoint.url", "https://idp.example/token",
            "bearer.auth.client.id", "perf",
            "bearer.auth.client.secret", "hush");

    private static Map<String, String> with(String key, String value) {
        Map<String, String> all = new HashMap<>(NEEDED);
        all.put(key, value);
        return all;
    }

    @Test
    void scopeAndTheTimeBeforeTheEndHaveDefaults() {
        OAuthSettings settings = OAuthSettings.of(NEEDED);
        assertThat(settings.scope()).isEmpty();
        assertThat(settings.renewBefore()).isEqualTo(Duration.ofMinutes(5));
        assertThat(OAuthSettings.of(with("bearer.auth.scope", "registry")).scope())
                .isEqualTo(Optional.of("registry"));
        assertThat(OAuthSettings.of(with("bearer.auth.cache.expiry.buffer.seconds", "30"))
                        .renewBefore())
                .isEqualTo(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bearer.auth.issuer.endpoint.url", "bearer.auth.client.id", "bearer.auth.client.secret"})
    void whatIsMissingIsNamed(String key) {
        for (Map<String, String> settings : List.of(without(key), with(key, " "))) {
            assertThatThrownBy(() -> OAuthSettings.of(settings))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("registry setting " + key
                            + " must be given with bearer.auth.credentials.source=OAUTHBEARER");
        }
    }

    private static Map<String, String> without(String key) {
        Map<String, String> all = new HashMap<>(NEEDED);
        all.remove(key);
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "bearer.auth.issuer.endpoint.url, idp.example/token",
        "bearer.auth.issuer.endpoint.url, ftp://idp.example/token",
        "bearer.auth.issuer.endpoint.url, https:token",
        "bearer.auth.issuer.endpoint.url, https://idp example",
        "bearer.auth.cache.expiry.buffer.seconds, -1",
        "bearer.auth.cache.expiry.buffer.seconds, 5m"
    })
    void whatIsMalformedIsNamedWithItsValue(String key, String value) {
        assertThatThrownBy(() -> OAuthSettings.of(with(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key)
                .hasMessageContaining('"' + value + '"');
    }

    @Test
    void theSecretIsNotPrinted() {
        assertThat(OAuthSettings.of(NEEDED)).hasToString("perf at https://idp.example/token");
    }
}
