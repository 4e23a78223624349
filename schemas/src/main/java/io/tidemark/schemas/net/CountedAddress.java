package io.tidemark.schemas.net;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** The address that limits count a caller by. */
public final class CountedAddress {
    /** A subscriber is given a /64 of IPv6 at least (RFC 6177), which has 2^64 addresses. */
    private static final int NETWORK_BYTES = 8;

    private CountedAddress() {}

    /** An IPv4 address itself; of an IPv6 address the first of its /64. */
    public static InetAddress of(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        byte[] whole = address.getAddress();
        Arrays.fill(whole, NETWORK_BYTES, whole.length, (byte) 0);
        try {
            return InetAddress.getByAddress(whole);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of 16 bytes is one of IPv6", e);
        }
    }
}
