package io.tidemark.archive.compaction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;

/**
 * A file that may be merged with others of its schema.
 *
 * @param schema the Avro schema in the file; files of two schemas are never merged, so that no row gets or loses a column
 */
record SmallFile(Path path, long sizeBytes, FileTime modified, long rows, String schema) {
    private static final String AVRO_SCHEMA = "parquet.avro.schema";

    /** As they were written. */
    static final Comparator<SmallFile> OLDEST_FIRST =
            Comparator.comparing(SmallFile::modified).thenComparing(SmallFile::path);

    /** Empty for a file that no archive wrote: without an Avro schema in it. */
    static Optional<SmallFile> of(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path), options)) {
            long rows = reader.getRecordCount();
            return Optional.ofNullable(reader.getFooter()
                            .getFileMetaData()
                            .getKeyValueMetaData()
                            .get(AVRO_SCHEMA))
                    .map(schema -> new SmallFile(path, attributes.size(), attributes.lastModifiedTime(), rows, schema));
        } catch (RuntimeException e) {
            throw new IOException(path + " is no Parquet file that can be read: " + e.getMessage(), e);
        }
    }
}
