package io.tidemark.producer.client.http;

/** The files that a plan names for TLS do not hold what they should. */
public final class TlsSetupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TlsSetupException(String message, Throwable cause) {
        super(message, cause);
    }
}
