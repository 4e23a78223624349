package io.tidemark.schemas.serde;

/** Confluent's wire format: a magic byte, a 4-byte big-endian schema id, then Avro binary. */
final class WireFormat {
    static final byte MAGIC = 0;
    static final int HEADER_BYTES = 5;

    private WireFormat() {}
}
