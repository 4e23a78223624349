package io.tidemark.archive.export;

import io.tidemark.archive.job.ParquetWriterBuilder;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.LocalOutputFile;

/** Writes the rows of a file of Avro to a new file of Parquet, with the columns of the file's schema: {@code AvroToParquet FROM TO}. */
public final class AvroToParquet {
    private AvroToParquet() {}

    /** @throws IOException which the JVM prints, and ends with another code than 0 */
    public static void main(String[] arguments) throws IOException {
        convert(Path.of(arguments[0]), Path.of(arguments[1]));
    }

    /** @param to must not be there yet */
    static void convert(Path from, Path to) throws IOException {
        try (DataFileReader<GenericRecord> rows = new DataFileReader<>(from.toFile(), new GenericDatumReader<>());
                ParquetWriter<GenericRecord> writer =
                        new ParquetWriterBuilder(rows.getSchema()).createWriter(new LocalOutputFile(to))) {
            for (GenericRecord row : rows) {
                writer.write(row);
            }
        }
    }
}
