package io.tidemark.importers.file;

import java.time.Instant;

/** A file to import. Its bytes are shared, not copied, and must not be changed. */
public final class SourceFile {
    /** More than this is no result file that fits in memory. */
    public static final long MAX_BYTES = 1L << 30;

    private final String folder;
    private final String name;
    private final byte[] bytes;
    private final Instant modified;

    /**
     * A file by its content.
     *
     * @param folder name of the folder that it lies in, which names a phase where nothing else does; empty if it is not known
     * @param name for messages and for the mark of its runs: without folders
     * @param modified stands for the end of a run whose file has no date
     */
    public SourceFile(String folder, String name, byte[] bytes, Instant modified) {
        this.folder = folder;
        this.name = name;
        this.bytes = bytes;
        this.modified = modified;
    }

    public String folder() {
        return folder;
    }

    public String name() {
        return name;
    }

    byte[] bytes() {
        return bytes;
    }

    public Instant modified() {
        return modified;
    }
}
