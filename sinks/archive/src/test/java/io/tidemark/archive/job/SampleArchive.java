package io.tidemark.archive.job;

import io.tidemark.archive.format.ArchiveSchemas;
import io.tidemark.archive.format.Dataset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.formats.parquet.ParquetWriterFactory;

/** Writes rows into the folders and files of the job, without Flink: one file a folder. */
public final class SampleArchive implements AutoCloseable {
    private final Path out;
    private final String name;
    private final Map<Path, OpenFile> files = new HashMap<>();

    public SampleArchive(Path out) {
        this(out, "part-0.parquet");
    }

    /** @param name of the file in each folder */
    public SampleArchive(Path out, String name) {
        this.out = out;
        this.name = name;
    }

    public void event(Dataset dataset, String team, SpecificRecord event, long offset) throws IOException {
        GenericRecord row = new GenericData.Record(dataset.row());
        event.getSchema().getFields().forEach(field -> row.put(field.name(), plain(event.get(field.pos()))));
        row.put(ArchiveSchemas.PARTITION, 0);
        row.put(ArchiveSchemas.OFFSET, offset);
        row.put(ArchiveSchemas.TEAM, team);
        write(dataset, row);
    }

    public void rejected(String team, String topic, String reason) throws IOException {
        GenericRecord row = new GenericData.Record(Dataset.REJECTED.row());
        row.put("topic", topic);
        row.put(ArchiveSchemas.PARTITION, 0);
        row.put(ArchiveSchemas.OFFSET, 0L);
        row.put("appended", 0L);
        row.put("reason", reason);
        row.put("value", ByteBuffer.allocate(1));
        row.put(ArchiveSchemas.TEAM, team);
        write(Dataset.REJECTED, row);
    }

    private static Object plain(Object value) {
        return value instanceof Instant time ? ChronoUnit.MICROS.between(Instant.EPOCH, time) : value;
    }

    @SuppressWarnings("NullAway") // The folder does not depend on the context.
    private void write(Dataset dataset, GenericRecord row) throws IOException {
        Path folder = out.resolve(dataset.folder()).resolve(new HivePartitions(dataset).getBucketId(row, null));
        if (!files.containsKey(folder)) {
            files.put(folder, OpenFile.in(folder, name, dataset));
        }
        files.get(folder).writer().addElement(row);
    }

    @Override
    public void close() throws IOException {
        for (OpenFile file : files.values()) {
            file.writer().finish();
            file.stream().close();
        }
    }

    private record OpenFile(FSDataOutputStream stream, BulkWriter<GenericRecord> writer) {
        static OpenFile in(Path folder, String name, Dataset dataset) throws IOException {
            Files.createDirectories(folder);
            FSDataOutputStream stream = new LocalFileSystem()
                    .create(
                            new org.apache.flink.core.fs.Path(
                                    folder.resolve(name).toUri()),
                            FileSystem.WriteMode.NO_OVERWRITE);
            return new OpenFile(
                    stream, new ParquetWriterFactory<>(new ParquetWriterBuilder(dataset.file())).create(stream));
        }
    }
}
