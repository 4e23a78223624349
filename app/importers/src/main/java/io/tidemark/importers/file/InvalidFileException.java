package io.tidemark.importers.file;

/** A file, or a value in it, breaks a rule; the message names the file, the place, the value and the rule. */
public final class InvalidFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidFileException(String message) {
        super(message);
    }

    public InvalidFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
