package io.tidemark.app.health;

/** Where to listen. */
public record MonitoringAddress(String host, int port) {
    private static final int MAX = 65_535;

    /** Of {@code PORT} (on loopback) or {@code HOST:PORT}. @throws IllegalArgumentException if it is neither */
    public static MonitoringAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port >= 0 && port <= MAX && !host.isEmpty()) {
                return new MonitoringAddress(host.replaceAll("[\\[\\]]", ""), port);
            }
        } catch (NumberFormatException e) {
            throw refused(text);
        }
        throw refused(text);
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException("must be PORT or HOST:PORT but was " + text);
    }
}
