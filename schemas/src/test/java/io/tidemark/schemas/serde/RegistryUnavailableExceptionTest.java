package io.tidemark.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryUnavailableExceptionTest {
    private static String said(Throwable cause) {
        return new RegistryUnavailableException("schema id 7", "http://registry:8081", cause).getMessage();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void wrongCredentialsAreCalledThatWithTheSettingsThatHoldThem(int status) {
        assertThat(said(new RestClientException("Unauthorized", status, status)))
                .isEqualTo("schema id 7: the registry http://registry:8081 refuses these credentials: HTTP " + status
                        + " (settings of its client: basic.auth.credentials.source, basic.auth.user.info)");
    }

    @Test
    void anythingElseIsAnOutage() {
        assertThat(said(new RestClientException("down", 503, 50301)))
                .contains("could not be asked: HTTP 503, down")
                .doesNotContain("credentials");
        assertThat(said(new IOException("no route"))).endsWith("could not be asked: java.io.IOException: no route");
    }
}
