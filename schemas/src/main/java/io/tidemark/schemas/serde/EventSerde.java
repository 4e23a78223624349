package io.tidemark.schemas.serde;

import io.tidemark.schemas.deadletter.RecordPosition;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/** Kafka's interfaces over {@link EventEncoder} and {@link EventDecoder}. Kafka tells a deserializer no partition or offset; whoever wants them in errors decodes itself. */
public final class EventSerde {
    private static final int UNKNOWN = -1;

    private EventSerde() {}

    public static <T extends SpecificRecord> Serializer<T> serializer(EventEncoder<T> encoder) {
        return (topic, event) -> event == null ? null : encoder.encode(event);
    }

    public static <T extends SpecificRecord> Deserializer<T> deserializer(EventDecoder<T> decoder) {
        return (topic, bytes) ->
                bytes == null ? null : decoder.decode(new RecordPosition(topic, UNKNOWN, UNKNOWN), bytes);
    }

    public static <T extends SpecificRecord> Serde<T> of(EventEncoder<T> encoder, EventDecoder<T> decoder) {
        return Serdes.serdeFrom(serializer(encoder), deserializer(decoder));
    }
}
