package io.tidemark.streams.ingest;

/** An event that decodes but cannot be true: it goes to the dead letters. */
final class Implausible extends RuntimeException {
    private static final long serialVersionUID = 1;

    Implausible(String message) {
        super(message);
    }
}
