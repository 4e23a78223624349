package io.tidemark.reports.failure;

/** A run's own measurement exceeded a limit: its figures must not be used. */
public final class InvalidRunException extends OperationException {
    private static final long serialVersionUID = 1L;

    public InvalidRunException(String message) {
        super(message, null);
    }
}
