package io.tidemark.producer.client;

import java.util.Optional;

/** What carries one request to its server. */
public interface TransportExchange {
    /** Protocol and version, as the server answered. */
    String httpVersion();

    Optional<String> remoteAddress();

    /** Gives up what it carries without a word. */
    void close();
}
