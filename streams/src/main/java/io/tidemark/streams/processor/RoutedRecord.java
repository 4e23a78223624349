package io.tidemark.streams.processor;

/** An encoded value and its destination. */
public final class RoutedRecord {
    private final Destination destination;
    private final byte[] value;

    /** The value is not copied. */
    public RoutedRecord(Destination destination, byte[] value) {
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
