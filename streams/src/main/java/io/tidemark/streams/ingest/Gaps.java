package io.tidemark.streams.ingest;

import java.util.List;
import org.apache.avro.generic.PrimitivesArrays;

/** Reads a decoded list of longs without boxing. */
final class Gaps {
    private Gaps() {}

    static long nanos(List<Long> gaps, int index) {
        return gaps instanceof PrimitivesArrays.LongArray longs ? longs.getLong(index) : gaps.get(index);
    }
}
