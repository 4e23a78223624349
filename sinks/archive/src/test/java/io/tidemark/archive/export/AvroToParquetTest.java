package io.tidemark.archive.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.archive.ArchiveReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AvroToParquetTest {
    private static final Schema TIME =
            org.apache.avro.LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
    private static final Schema ROW = SchemaBuilder.record("request")
            .fields()
            .optionalString("error")
            .optionalInt("step")
            .optionalLong("ttft_nanos")
            .optionalDouble("load")
            .name("due")
            .type(Schema.createUnion(Schema.create(Schema.Type.NULL), TIME))
            .withDefault(null)
            .endRecord();

    @TempDir
    private Path folder;

    @Test
    void anotherEngineReadsTheSameRowsWithTypesAndNulls() throws Exception {
        Path avro = folder.resolve("requests.avro");
        write(
                avro,
                new GenericRecordBuilder(ROW)
                        .set("error", "ReadTimeout")
                        .set("step", 3)
                        .set("load", 2.5)
                        .set("due", 1_763_683_200_000_001L)
                        .build(),
                new GenericRecordBuilder(ROW).set("ttft_nanos", 120_000_000L).build());

        Path parquet = folder.resolve("requests.parquet");
        AvroToParquet.main(new String[] {avro.toString(), parquet.toString()});

        try (ArchiveReader duckdb = new ArchiveReader(folder)) {
            assertThat(duckdb.query(
                            "SELECT error || ' ' || step || ' ' || load AS a, epoch_us(due) AS b, typeof(due) AS c, ttft_nanos IS NULL"
                                    + " AS d FROM '" + parquet + "' WHERE step = 3"))
                    .containsExactly(Map.of(
                            "a",
                            "ReadTimeout 3 2.5",
                            "b",
                            "1763683200000001",
                            "c",
                            "TIMESTAMP WITH TIME ZONE",
                            "d",
                            "true"));
            assertThat(duckdb.query("SELECT ttft_nanos AS a FROM '" + parquet + "' WHERE error IS NULL"))
                    .containsExactly(Map.of("a", "120000000"));
        }
    }

    private static void write(Path file, GenericRecord... rows) throws IOException {
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(ROW))) {
            writer.create(ROW, file.toFile());
            for (GenericRecord row : rows) {
                writer.append(row);
            }
        }
    }
}
