package io.tidemark.producer.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import java.net.URI;
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
}
