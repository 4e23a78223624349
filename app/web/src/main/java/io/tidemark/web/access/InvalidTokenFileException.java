package io.tidemark.web.access;

import java.io.IOException;

/** A file of tokens cannot be used; the message names it. */
public final class InvalidTokenFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidTokenFileException(String message, Exception cause) {
        super(message, cause);
    }

    static InvalidTokenFileException unreadable(IOException cause) {
        return new InvalidTokenFileException("access tokens: " + cause.getMessage(), cause);
    }
}
