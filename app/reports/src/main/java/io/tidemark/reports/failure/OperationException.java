package io.tidemark.reports.failure;

import org.jspecify.annotations.Nullable;

/** An operation could not be done; the message is for people. */
public abstract sealed class OperationException extends RuntimeException
        permits InvalidInputException, InvalidRunException, UnavailableException {
    private static final long serialVersionUID = 1L;

    OperationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
