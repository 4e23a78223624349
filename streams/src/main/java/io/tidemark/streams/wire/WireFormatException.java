package io.tidemark.streams.wire;

/** Internal bytes that this version cannot read. */
public final class WireFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public WireFormatException(String message) {
        super(message);
    }
}
