package io.tidemark.producer.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import io.tidemark.producer.plan.TargetPlan;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TargetEndpointTest {
    @ParameterizedTest
    @CsvSource({
        "http://gpu-1:8000/v1,        gpu-1,       8000, gpu-1:8000",
        "http://gpu-1,                gpu-1,         80, gpu-1",
        "https://gpu-1/v1,            gpu-1,        443, gpu-1",
        "http://10.0.0.7:8000,        10.0.0.7,    8000, 10.0.0.7:8000",
        "'http://[::1]:8000/v1',      ::1,         8000, '[::1]:8000'",
        "'http://[2001:db8::7]',      2001:db8::7,   80, '[2001:db8::7]'",
        "'https://[2001:db8::7]:443', 2001:db8::7,  443, '[2001:db8::7]'",
    })
    void anIpv6AddressHasBracketsInTheHeaderAndNoneWhereItIsConnectedTo(
            String url, String host, int port, String authority) {
        TargetEndpoint endpoint = TargetEndpoint.of(URI.create(url));

        assertThat(endpoint.host()).isEqualTo(host);
        assertThat(endpoint.port()).isEqualTo(port);
        assertThat(endpoint.authority()).isEqualTo(authority);
        assertThat(endpoint.path(ApiKind.COMPLETIONS)).isEqualTo("/v1/completions");
    }

    @ParameterizedTest
    @CsvSource({
        "http://h:1,    /v3/chat/completions,                            /v3/chat/completions,    http://h:1/v3/models",
        "http://h:1/v3, /completions,                                    /v3/completions,         http://h:1/v3/models",
        "http://h:1/v1, /chat/completions,                               /v1/chat/completions,    http://h:1/v1/models",
        "http://h:1/,   /api/paas/v4/chat/completions,                   /api/paas/v4/chat/completions, http://h:1/api/paas/v4/models",
        "http://h:1,    /openai/deployments/m/chat/completions?api-version=2025-01-01, /openai/deployments/m/chat/completions?api-version=2025-01-01, http://h:1/openai/deployments/m/models?api-version=2025-01-01",
        "http://h:1,    /generate,                                       /generate,               http://h:1/v1/models",
    })
    void thePlansPathOfRequestsComesAfterAllOfTheUrlAndModelsAreBesideIt(
            String url, String path, String requests, String models) {
        TargetPlan target = TargetPlan.at(URI.create(url), "m")
                .withPaths(new TargetPlan.Paths(Optional.of(path), Optional.empty()));

        assertThat(TargetEndpoint.of(target).path(ApiKind.CHAT)).isEqualTo(requests);
        assertThat(target.modelsUrl()).isEqualTo(URI.create(models));
        assertThat(target.withModel("other").paths()).isEqualTo(target.paths());
    }

    @Test
    void thePathOfModelsMayBeApart() {
        TargetPlan target = TargetPlan.at(URI.create("http://h:1"), "m")
                .withPaths(new TargetPlan.Paths(Optional.of("/v3/chat/completions"), Optional.of("/models?all=1")));

        assertThat(target.modelsUrl()).isEqualTo(URI.create("http://h:1/models?all=1"));
    }
}
