package io.tidemark.app.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** The columns of a table as fields of an Avro record, and how a row fills them; each may be null. */
final class AvroColumns<R> {
    private final List<Schema.Field> fields = new ArrayList<>();
    private final Map<String, Function<R, ? extends Optional<?>>> values = new LinkedHashMap<>();

    AvroColumns<R> text(String name, Function<R, Optional<String>> value) {
        return column(name, Schema.create(Schema.Type.STRING), value);
    }

    AvroColumns<R> integer(String name, Function<R, Optional<Integer>> value) {
        return column(name, Schema.create(Schema.Type.INT), value);
    }

    AvroColumns<R> whole(String name, Function<R, Optional<Long>> value) {
        return column(name, Schema.create(Schema.Type.LONG), value);
    }

    AvroColumns<R> real(String name, Function<R, Optional<Double>> value) {
        return column(name, Schema.create(Schema.Type.DOUBLE), value);
    }

    /** Microseconds since 1970, UTC. */
    AvroColumns<R> micros(String name, Function<R, Optional<Long>> value) {
        return column(name, LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG)), value);
    }

    private AvroColumns<R> column(String name, Schema type, Function<R, ? extends Optional<?>> value) {
        Schema optional = Schema.createUnion(Schema.create(Schema.Type.NULL), type);
        fields.add(new Schema.Field(name, optional, null, JsonProperties.NULL_VALUE));
        values.put(name, value);
        return this;
    }

    /**
     * A file with rows of these columns.
     *
     * @param file replaced if it is there
     */
    Table create(String name, Path file) throws IOException {
        Schema schema = schema(name);
        return new Table(
                schema,
                new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(schema)).create(schema, file.toFile()));
    }

    /** A file that is written row by row. */
    final class Table implements AutoCloseable {
        private final Schema schema;
        private final DataFileWriter<GenericRecord> rows;

        private Table(Schema schema, DataFileWriter<GenericRecord> rows) {
            this.schema = schema;
            this.rows = rows;
        }

        void write(R row) throws IOException {
            GenericRecord written = new GenericData.Record(schema);
            values.forEach((name, value) -> value.apply(row).ifPresent(there -> written.put(name, there)));
            rows.append(written);
        }

        @Override
        public void close() throws IOException {
            rows.close();
        }
    }

    private Schema schema(String name) {
        return Schema.createRecord(
                name,
                null,
                null,
                false,
                fields.stream()
                        .map(field -> new Schema.Field(field, field.schema()))
                        .toList());
    }
}
