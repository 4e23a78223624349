package io.tidemark.app.transfer;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** A file of Avro, being written row by row. */
final class AvroTable<R> implements AutoCloseable {
    private final AvroColumns<R> columns;
    private final Schema schema;
    private final DataFileWriter<GenericRecord> rows;

    /** @param file replaced if it is there */
    AvroTable(AvroColumns<R> columns, String name, Path file) throws IOException {
        this.columns = columns;
        this.schema = columns.schema(name);
        this.rows = new DataFileWriter<>(new GenericDatumWriter<>(schema));
        rows.create(schema, file.toFile());
    }

    void write(R row) throws IOException {
        rows.append(columns.record(schema, row));
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
