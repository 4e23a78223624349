package io.tidemark.archive.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.archive.format.Dataset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that other engines read: the columns have the types that a reader expects, and those of the folders are not among them. */
final class ParquetWriterBuilderTest {
    @TempDir
    private Path folder;

    @Test
    void aRejectedRecordIsReadBackWithItsBytesAndItsTime() throws Exception {
        Path file = folder.resolve("one.parquet");
        GenericRecord row = new GenericData.Record(Dataset.REJECTED.row());
        row.put("topic", "tidemark.perf.requests");
        row.put("kafkaPartition", 1);
        row.put("kafkaOffset", 42L);
        row.put("appended", 1_763_683_200_000_001L);
        row.put("reason", "it begins with 0x7b");
        row.put("key", null);
        row.put("value", ByteBuffer.wrap(new byte[] {0x7b, 0x7d}));
        row.put("team", "perf");
        write(file, row);

        assertThat(text(file, "topic || kafkaPartition || '/' || kafkaOffset || ' ' || reason"))
                .isEqualTo("tidemark.perf.requests1/42 it begins with 0x7b");
        assertThat(text(file, "epoch_us(appended) || ' ' || typeof(appended)"))
                .isEqualTo("1763683200000001 TIMESTAMP WITH TIME ZONE");
        assertThat(text(file, "hex(value) || ' ' || (key IS NULL)")).isEqualTo("7B7D true");
        assertThat(text(file, "(SELECT count(*) FROM parquet_schema('" + file + "') WHERE name = 'team')"))
                .isEqualTo("0");
    }

    private static void write(Path file, GenericRecord row) throws IOException {
        ParquetWriterFactory<GenericRecord> files =
                new ParquetWriterFactory<>(new ParquetWriterBuilder(Dataset.REJECTED.file()));
        try (FSDataOutputStream out = new LocalFileSystem()
                .create(new org.apache.flink.core.fs.Path(file.toUri()), FileSystem.WriteMode.NO_OVERWRITE)) {
            BulkWriter<GenericRecord> writer = files.create(out);
            writer.addElement(row);
            writer.finish();
        }
    }

    private static String text(Path file, String expression) throws Exception {
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + expression + " FROM '" + file + "'")) {
            rows.next();
            return rows.getString(1);
        }
    }
}
