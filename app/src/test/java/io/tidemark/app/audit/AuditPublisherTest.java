package io.tidemark.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class AuditPublisherTest {
    @Test
    void theLoginIsTheNameAndNeverThePassword() {
        assertThat(
                        AuditPublisher.login(
                                Map.of(
                                        "sasl.jaas.config",
                                        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"perf-ana\" password=\"secret\";")))
                .isEqualTo("perf-ana");
        assertThat(
                        AuditPublisher.login(
                                Map.of(
                                        "sasl.jaas.config",
                                        "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required clientId=\"ci\" clientSecret=\"secret\";")))
                .isEqualTo("ci");
        assertThat(AuditPublisher.login(Map.of(
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required ;")))
                .isEmpty();
        assertThat(AuditPublisher.login(Map.of("security.protocol", "SSL"))).isEmpty();
    }
}
