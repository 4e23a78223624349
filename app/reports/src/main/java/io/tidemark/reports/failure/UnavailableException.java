package io.tidemark.reports.failure;

/** A broker, registry, store, target or file cannot be reached or used. */
public final class UnavailableException extends OperationException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String message) {
        super(message, null);
    }

    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
