package io.tidemark.schemas.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
    @ParameterizedTest
    @CsvSource({
        "broker-1:9092,             broker-1,      9092, broker-1:9092",
        "10.0.0.7:9092,             10.0.0.7,      9092, 10.0.0.7:9092",
        "[::1]:9092,                ::1,           9092, [::1]:9092",
        "[2001:db8::7]:65535,       2001:db8::7,  65535, [2001:db8::7]:65535",
        "[fe80::1%eth0]:1,          fe80::1%eth0,     1, [fe80::1%eth0]:1",
        "[::ffff:10.0.0.7]:0,       ::ffff:10.0.0.7,  0, [::ffff:10.0.0.7]:0",
        "kafka_1.perf:9092,         kafka_1.perf,  9092, kafka_1.perf:9092",
    })
    void hostAndPortAreReadAndPrintedWithBracketsAroundIpv6(String text, String host, int port, String printed) {
        HostPort read = HostPort.parse(text);

        assertThat(read).isEqualTo(new HostPort(host, port)).hasToString(printed);
        assertThat(HostPort.parse(read.toString())).isEqualTo(read);
        assertThat(HostPort.parseWithOptionalPort(text)).isEqualTo(read);
    }

    @ParameterizedTest
    @CsvSource({
        "gpu-1, gpu-1, 0",
        "gpu-1:19092, gpu-1, 19092",
        "::1, ::1, 0",
        "[::1], ::1, 0",
        "[::1]:19092, ::1, 19092"
    })
    void whereThePortMayBeLeftOutAnIpv6AddressMayGoWithoutBrackets(String text, String host, int port) {
        assertThat(HostPort.parseWithOptionalPort(text)).isEqualTo(new HostPort(host, port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":9092",
                "host",
                "host:",
                "host:x",
                "host:-1",
                "host:65536",
                "host:1:2",
                "::1",
                "::1:9092",
                "[::1]",
                "[::1]:",
                "[::1]9092",
                "[::1",
                "[host]:9092",
                "[1:2]:9092",
                "http://host:9092",
                "user@host:9092",
                "a host:9092",
                "one:1,two:2"
            })
    void whatIsNoHostWithAPortIsRefusedWithTheRule(String text) {
        assertThatThrownBy(() -> HostPort.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be HOST:PORT, the port in [0, 65535] and an IPv6 address in brackets as in"
                        + " [::1]:9092, but was '" + text + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host:", "host:x", "[::1]:", "[host]", "1:2:3", "http://host", "one,two"})
    void whatIsNoHostIsRefusedWhereThePortMayBeLeftOut(String text) {
        assertThatThrownBy(() -> HostPort.parseWithOptionalPort(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be HOST or HOST:PORT");
    }

    @Test
    void theHostOfAUrlKeepsNoBrackets() {
        URI url = URI.create("http://[::1]:8000/v1");

        assertThat(new HostPort(url.getHost(), url.getPort())).isEqualTo(new HostPort("::1", 8000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "::1", "localhost"})
    void loopbackIsKnownInBothFamilies(String host) {
        assertThat(new HostPort(host, 1).isLoopback()).isTrue();
        assertThat(new HostPort(host, 1).isWildcard()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0"})
    void aWildcardIsKnownInEverySpelling(String host) {
        assertThat(new HostPort(host, 1).isWildcard()).isTrue();
        assertThat(new HostPort(host, 1).isLoopback()).isFalse();
    }

    @Test
    void anAddressIsResolvedWithoutALookUp() {
        assertThat(new HostPort("::1", 9092).withPort(7).resolved()).satisfies(socket -> {
            assertThat(socket.getAddress().isLoopbackAddress()).isTrue();
            assertThat(socket.getAddress().getAddress()).hasSize(16);
            assertThat(socket.getPort()).isEqualTo(7);
        });
    }
}
