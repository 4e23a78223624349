package io.tidemark.app.transfer;

import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** The columns of a Parquet file and how a row fills them; each may be null. */
final class ParquetColumns<R> {
    private final List<Type> types = new ArrayList<>();
    private final Map<String, Function<R, Optional<?>>> values = new LinkedHashMap<>();

    ParquetColumns<R> text(String name, Function<R, Optional<String>> value) {
        return column(Types.optional(BINARY).as(stringType()).named(name), value::apply);
    }

    ParquetColumns<R> integer(String name, Function<R, Optional<Integer>> value) {
        return column(Types.optional(INT32).named(name), value::apply);
    }

    ParquetColumns<R> whole(String name, Function<R, Optional<Long>> value) {
        return column(Types.optional(INT64).named(name), value::apply);
    }

    ParquetColumns<R> real(String name, Function<R, Optional<Double>> value) {
        return column(Types.optional(DOUBLE).named(name), value::apply);
    }

    /** Microseconds since 1970, UTC. */
    ParquetColumns<R> micros(String name, Function<R, Optional<Long>> value) {
        return column(
                Types.optional(INT64).as(timestampType(true, TimeUnit.MICROS)).named(name), value::apply);
    }

    private ParquetColumns<R> column(Type type, Function<R, Optional<?>> value) {
        types.add(type);
        values.put(type.getName(), value);
        return this;
    }

    MessageType schema(String name) {
        return new MessageType(name, types);
    }

    /** Hands the values of a row that are there to a writer, by column. */
    void write(R row, java.util.function.BiConsumer<String, Object> writer) {
        values.forEach((name, value) -> value.apply(row).ifPresent(there -> writer.accept(name, there)));
    }
}
