package io.tidemark.streams.flow;

/** An event that decodes but cannot be true: it goes to the dead letters. */
public final class Implausible extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Implausible(String message) {
        super(message);
    }
}
