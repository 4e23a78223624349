package io.tidemark.schemas.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

final class CountedAddressTest {
    private static InetAddress counted(String address) {
        return CountedAddress.of(InetAddresses.forString(address));
    }

    @Test
    void addressesOfOneIpv6NetworkCountAsOne() {
        assertThat(counted("2001:db8:0:1::1"))
                .isEqualTo(counted("2001:db8:0:1:ffff:ffff:ffff:ffff"))
                .isEqualTo(InetAddresses.forString("2001:db8:0:1::"))
                .isNotEqualTo(counted("2001:db8:0:2::1"));
    }

    @Test
    void eachIpv4AddressCountsAsItself() throws Exception {
        assertThat(counted("192.0.2.1"))
                .isEqualTo(InetAddresses.forString("192.0.2.1"))
                .isNotEqualTo(counted("192.0.2.2"));
        assertThat(CountedAddress.of(InetAddress.getByName("::ffff:192.0.2.1")))
                .as("mapped")
                .isEqualTo(counted("192.0.2.1"));
    }
}
