package io.tidemark.simulator.config;

/** A server configuration that cannot be used; the message names the file, the key, its value and the rule. */
public final class ServerConfigException extends RuntimeException {
    public ServerConfigException(String message) {
        super(message);
    }

    public ServerConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
