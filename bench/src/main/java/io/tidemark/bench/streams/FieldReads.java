package io.tidemark.bench.streams;

import io.tidemark.schemas.serde.TokenBatchColumns;
import java.util.Collection;
import java.util.Map;
import org.apache.avro.generic.PrimitivesArrays;
import org.apache.avro.specific.SpecificRecord;

/** Looks at every field of an event, each entry of its lists included, so that nothing of the decoding can be left out. */
final class FieldReads {
    private FieldReads() {}

    /** A number that depends on all of them. */
    static long everyField(TokenBatchColumns batch) {
        long names = 0L
                + batch.run().length()
                + batch.lane().length()
                + batch.request().length()
                + batch.target().length()
                + batch.requestClass().length();
        long numbers = batch.step()
                + batch.segment()
                + batch.laneSeq()
                + batch.apiKind().hashCode()
                + batch.part().hashCode()
                + batch.batch()
                + batch.firstChunk()
                + batch.outputBefore()
                + Boolean.hashCode(batch.last());
        long kinds = 0;
        for (int i = 0; i < batch.kindCount(); i++) {
            kinds += batch.kind(i).hashCode();
        }
        return names
                + numbers
                + kinds
                + batch.dueMicros()
                + batch.sentNanos()
                + batch.baseNanos()
                + batch.gapsNanos().sum()
                + batch.tokens().sum()
                + batch.sizesBytes().sum()
                + batch.choices().sum()
                + batch.choiceBasesNanos().sum();
    }

    /** The same of an event as Avro's own reader made it. */
    static long everyField(SpecificRecord event) {
        long seen = 0;
        int fields = event.getSchema().getFields().size();
        for (int field = 0; field < fields; field++) {
            seen = 31 * seen + value(event.get(field));
        }
        return seen;
    }

    private static long value(Object value) {
        if (value instanceof PrimitivesArrays.LongArray longs) {
            return sum(longs);
        }
        if (value instanceof PrimitivesArrays.IntArray ints) {
            return sum(ints);
        }
        if (value instanceof Collection<?> entries) {
            return sum(entries);
        }
        if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        if (value instanceof CharSequence text) {
            return text.length();
        }
        return value == null ? 0 : value.hashCode();
    }

    private static long sum(Collection<?> entries) {
        long sum = 0;
        for (Object entry : entries) {
            sum += entry.hashCode();
        }
        return sum;
    }

    private static long sum(PrimitivesArrays.LongArray longs) {
        long sum = 0;
        for (int i = 0; i < longs.size(); i++) {
            sum += longs.getLong(i);
        }
        return sum;
    }

    private static long sum(PrimitivesArrays.IntArray ints) {
        long sum = 0;
        for (int i = 0; i < ints.size(); i++) {
            sum += ints.getInt(i);
        }
        return sum;
    }
}
