package io.tidemark.archive.format;

import org.apache.avro.generic.GenericRecord;

/** What came of a record's bytes. */
public sealed interface DecodeResult {
    /** An event, as a row without its place in Kafka. */
    record Event(GenericRecord row) implements DecodeResult {}

    /**
     * No event, and never will be.
     *
     * @param reason the rule that it broke
     */
    record Refused(String reason) implements DecodeResult {}
}
