package io.tidemark.web.server;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Where to listen. */
public record ListenAddress(String host, int port) {
    private static final int MAX = 65_535;

    /** Of {@code PORT} (on loopback) or {@code HOST:PORT}. @throws IllegalArgumentException if it is neither */
    public static ListenAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port >= 0 && port <= MAX && !host.isEmpty()) {
                return new ListenAddress(host.replaceAll("[\\[\\]]", ""), port);
            }
        } catch (NumberFormatException e) {
            throw refused(text);
        }
        throw refused(text);
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException("must be PORT or HOST:PORT but was " + text);
    }

    /** Whether only this machine reaches it. A name that nobody knows is no loopback. */
    public boolean isLoopback() {
        return isLoopback(host);
    }

    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** As in a URL, with the port that the server got. */
    String inUrl(int actualPort) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + actualPort;
    }

    @Override
    public String toString() {
        return inUrl(port);
    }
}
