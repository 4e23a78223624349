package io.tidemark.importers.file;

import java.time.Instant;

/**
 * A file to import.
 *
 * @param folder name of the folder that it lies in, which names a phase where nothing else does; empty if it is not known
 * @param name for messages and for the mark of its runs: without folders
 * @param bytes shared, not copied: they must not be changed
 * @param modified stands for the end of a run whose file has no date
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are decoded, never compared
public record SourceFile(String folder, String name, byte[] bytes, Instant modified) {
    /** More than this is no result file that fits in memory. */
    public static final long MAX_BYTES = 1L << 30;
}
