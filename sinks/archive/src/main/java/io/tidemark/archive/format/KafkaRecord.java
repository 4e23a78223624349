package io.tidemark.archive.format;

import org.jspecify.annotations.Nullable;

/**
 * A record as Kafka gave it.
 *
 * @param appendedMillis when Kafka took it, milliseconds since 1970
 */
@SuppressWarnings("ArrayRecordComponent") // It only carries the bytes from the source to the decoder beside it.
public record KafkaRecord(
        String topic,
        int partition,
        long offset,
        long appendedMillis,
        byte @Nullable [] key,
        byte @Nullable [] value) {}
