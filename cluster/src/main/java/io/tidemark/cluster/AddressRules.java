package io.tidemark.cluster;

/** The rules for addresses in options. */
public final class AddressRules {
    private static final int MAX_PORT = 65_535;

    private AddressRules() {}

    public static void requirePort(String name, int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException(name + " must be in [0, 65535], 0 for a free port, but was " + port);
        }
    }

    /** Wildcards are refused: the same address is handed to clients, and none can connect to a wildcard. */
    public static void requireHost(String name, String host) {
        if (host.isBlank() || host.equals("0.0.0.0") || host.equals("::") || host.equals("[::]")) {
            throw new IllegalArgumentException(
                    name + " must be an address that clients can connect to, but was '" + host + "'");
        }
    }
}
