package io.tidemark.cluster;

import io.tidemark.schemas.net.HostPort;

/** The rules for addresses in options. */
public final class AddressRules {
    private static final int MAX_PORT = 65_535;

    private AddressRules() {}

    public static void requirePort(String name, int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException(name + " must be in [0, 65535], 0 for a free port, but was " + port);
        }
    }

    /**
     * An address without brackets that is handed to clients too. Wildcards are refused: no client can connect to one.
     *
     * @throws IllegalArgumentException with the name of what the address is for
     */
    public static String requireHost(String name, String host) {
        String bare = requireListenHost(name, host);
        if (new HostPort(bare, 0).isWildcard()) {
            throw new IllegalArgumentException(
                    name + " must be an address that clients can connect to, but was '" + host + "'");
        }
        return bare;
    }

    /**
     * Checks an address without brackets to listen on, where another address is advertised to clients.
     *
     * @throws IllegalArgumentException with the name of what the address is for
     */
    public static String requireListenHost(String name, String host) {
        try {
            return new HostPort(host, 0).host();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " must be a name or an address but was '" + host + "'", e);
        }
    }
}
