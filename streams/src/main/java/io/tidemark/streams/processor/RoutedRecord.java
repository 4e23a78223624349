package io.tidemark.streams.processor;

/** An encoded value and its destination. */
public final class RoutedRecord {
    private final Destination destination;
    private final byte[] value;

    /**
     * The value is not copied.
     *
     * @throws IllegalStateException if it is larger than its topic takes: sent, it would end its transaction, and each one that is begun in its place
     */
    public RoutedRecord(Destination destination, byte[] value) {
        if (value.length > destination.maxBytes()) {
            throw new IllegalStateException("a record of " + destination.label() + " must take at most "
                    + destination.maxBytes() + " bytes but takes " + value.length);
        }
        this.destination = destination;
        this.value = value;
    }

    public Destination destination() {
        return destination;
    }

    /** Not copied. */
    public byte[] value() {
        return value;
    }
}
