package io.tidemark.app.transfer;

import java.io.IOException;
import java.nio.file.Path;

/** Turns a file of Avro into one of Parquet. */
@FunctionalInterface
interface ParquetConverter {
    /** @throws IOException saying why {@code parquet} is not there now */
    void convert(Path avro, Path parquet) throws IOException;
}
