package io.tidemark.streams.processor;

/** A value and the topic that it is for. */
public final class RoutedRecord {
    private final String topic;
    private final byte[] value;

    /** The value is not copied. */
    public RoutedRecord(String topic, byte[] value) {
        this.topic = topic;
        this.value = value;
    }

    public String topic() {
        return topic;
    }

    byte[] value() {
        return value;
    }
}
