package io.tidemark.bench.codec;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A value that both formats write as one or more entries of a store, and read into objects of the streams. */
record CodecCase(String name, Format wire, Format avro) {
    /** One format. */
    record Format(Supplier<List<byte[]>> write, Function<List<byte[]>, Object> read) {}
}
