package io.tidemark.producer.imports;

/** A file, or a value in it, breaks a rule; the message names the file, the place, the value and the rule. */
public final class BadFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadFileException(String message) {
        super(message);
    }

    BadFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
