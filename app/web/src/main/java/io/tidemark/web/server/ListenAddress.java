package io.tidemark.web.server;

import io.tidemark.schemas.net.HostPort;

/**
 * Where to listen.
 *
 * @param host a name, or an address without brackets
 */
public record ListenAddress(String host, int port) {
    private static final String LOOPBACK = "127.0.0.1";

    public ListenAddress {
        host = new HostPort(host, port).host();
    }

    /** Of {@code PORT} (on loopback) or {@code HOST:PORT}. @throws IllegalArgumentException if it is neither */
    public static ListenAddress parse(String text) {
        try {
            HostPort read = HostPort.parse(text.matches("\\d+") ? LOOPBACK + ":" + text : text);
            return new ListenAddress(read.host(), read.port());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "must be PORT or HOST:PORT, an IPv6 address in brackets as in [::1]:9464, but was " + text, e);
        }
    }

    /** Whether only this machine reaches it. A name that cannot be resolved is no loopback. */
    public boolean isLoopback() {
        return new HostPort(host, port).isLoopback();
    }

    /** As in a URL, with the port that the server got. */
    String inUrl(int actualPort) {
        return new HostPort(host, actualPort).toString();
    }

    @Override
    public String toString() {
        return inUrl(port);
    }
}
