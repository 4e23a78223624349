package io.tidemark.producer.client;

/** A stream that cannot be read any further. */
final class SseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SseException(String message) {
        super(message);
    }
}
