package io.tidemark.streams.wire;

/** Internal bytes that this version cannot read. */
public final class WireFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What helps where a newer version wrote the bytes: hosts of two versions do not share a team. */
    static final String NEWER_WROTE_IT =
            ": a newer Tidemark wrote it. Stop every streams host of the team that is of this version and go on with the newer ones;"
                    + " how to go back is in docs/operate/operating.md, Upgrade and rollback";

    /** What helps where another version may have written the bytes. */
    static final String WHAT_HELPS =
            "; if another version of Tidemark wrote it, start with a new TIDEMARK_HOME, or, on a"
                    + " Kafka of your own, with a new team";

    public WireFormatException(String message) {
        super(message);
    }
}
