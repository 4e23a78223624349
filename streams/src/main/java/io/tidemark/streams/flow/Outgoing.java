package io.tidemark.streams.flow;

/** A value and the topic that it is for. */
public final class Outgoing {
    private final String topic;
    private final byte[] value;

    /** The value is not copied. */
    public Outgoing(String topic, byte[] value) {
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
