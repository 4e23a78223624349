package io.tidemark.producer.client;

import java.util.OptionalLong;

/** When things happened to a request, by the client's clock; empty for what did not happen. */
public record CallStamps(
        long sentNanos,
        OptionalLong connectStartNanos,
        OptionalLong connectEndNanos,
        OptionalLong tlsStartNanos,
        OptionalLong tlsEndNanos,
        OptionalLong firstByteNanos,
        OptionalLong lastByteNanos) {}
