package io.tidemark.alerts.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How receivers are reached.
 *
 * @param timeout for one send as a whole, the answer included
 * @param ca PEM file of certificates that are trusted besides those of the JDK
 */
public record Connection(Duration timeout, Optional<Path> ca, Optional<Proxy> proxy) {
    public static final Connection DEFAULT = new Connection(Duration.ofSeconds(10), Optional.empty(), Optional.empty());

    /**
     * An HTTP proxy.
     *
     * @param user {@code name:password}
     */
    public record Proxy(String host, int port, Optional<Secret> user) {}
}
