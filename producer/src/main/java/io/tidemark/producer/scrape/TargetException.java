package io.tidemark.producer.scrape;

/** A target that cannot be measured, with what to do about it. */
public final class TargetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TargetException(String message) {
        super(message);
    }

    public TargetException(String message, Throwable cause) {
        super(message, cause);
    }
}
