package io.tidemark.producer.openai.sse;

/** A stream that cannot be read any further. */
public final class SseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SseException(String message) {
        super(message);
    }
}
