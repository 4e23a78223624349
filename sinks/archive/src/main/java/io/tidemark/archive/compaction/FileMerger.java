package io.tidemark.archive.compaction;

import io.tidemark.archive.job.ParquetWriterBuilder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;

/**
 * Writes the rows of small files into few of a target size, row by row: row groups that are copied as they are would stay as small as they
 * are. Holds one row group of each side in memory.
 */
final class FileMerger {
    private static final String PREFIX = "merged-";
    private static final String SUFFIX = ".parquet";

    private final Path folder;
    private final long targetBytes;

    /** @param folder that the merged files are written to */
    FileMerger(Path folder, long targetBytes) {
        this.folder = folder;
        this.targetBytes = targetBytes;
    }

    static boolean isMerged(Path file) {
        return file.getFileName().toString().startsWith(PREFIX);
    }

    /**
     * Returns the files that it wrote, durable.
     *
     * @param files of one schema
     * @throws IOException if a file cannot be read or written, or the merged ones do not have as many rows
     */
    List<Path> write(List<SmallFile> files) throws IOException {
        Schema schema = new Schema.Parser().parse(files.get(0).schema());
        List<Path> written = new ArrayList<>();
        int next = 0;
        while (next < files.size()) {
            Path merged = folder.resolve(PREFIX + UUID.randomUUID() + SUFFIX);
            written.add(merged);
            next = fill(merged, schema, files, next);
            force(merged);
        }
        requireAllRows(files, written);
        return written;
    }

    /** Returns the number of the first file that is not in it. */
    private int fill(Path merged, Schema schema, List<SmallFile> files, int from) throws IOException {
        int next = from;
        try (ParquetWriter<GenericRecord> writer =
                new ParquetWriterBuilder(schema).createWriter(new LocalOutputFile(merged))) {
            while (next < files.size() && (next == from || writer.getDataSize() < targetBytes)) {
                copy(files.get(next++).path(), writer);
            }
        }
        return next;
    }

    private static void copy(Path file, ParquetWriter<GenericRecord> writer) throws IOException {
        try (ParquetReader<GenericRecord> reader = AvroParquetReader.<GenericRecord>builder(
                        new LocalInputFile(file), new PlainParquetConfiguration())
                .withDataModel(GenericData.get())
                .build()) {
            for (GenericRecord row = reader.read(); row != null; row = reader.read()) {
                writer.write(row);
            }
        } catch (RuntimeException e) {
            throw new IOException(file + " cannot be merged: " + e, e);
        }
    }

    private static void requireAllRows(List<SmallFile> files, List<Path> merged) throws IOException {
        long expected = files.stream().mapToLong(SmallFile::rows).sum();
        long rows = 0;
        for (Path file : merged) {
            rows += SmallFile.of(file).map(SmallFile::rows).orElse(0L);
        }
        if (rows != expected) {
            throw new IOException(
                    "the files merged from those of " + files.get(0).path().getParent() + " hold " + rows
                            + " rows where " + expected + " were read; the folder is left as it is");
        }
    }

    /** Makes a file, or the names in a folder, survive a power cut. */
    static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
