package io.tidemark.streams.wire;

/** Internal bytes that this version cannot read. */
public final class WireFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What helps where a version wrote the bytes that is newer than the one after this. */
    static final String NEWER_WROTE_IT =
            ": a newer Tidemark wrote it. Stop every streams host of the team that is of this version and go on with"
                    + " the newer ones; how to go back is in docs/operate/upgrade.md, Rollback";

    /** What helps where an earlier version than the one before this wrote the bytes, or they are corrupt. */
    static final String WHAT_HELPS =
            "; if an earlier Tidemark wrote it, run the release between on this home first, or count again what Kafka"
                    + " still holds: stop the team's hosts, run kafka-streams-application-reset.sh for the application"
                    + " tidemark.TEAM.streams, remove streams/ from TIDEMARK_HOME and start them (docs/operate/upgrade.md,"
                    + " Older than one version)";

    private final boolean isOfAnotherVersion;

    /** For bytes of another version. */
    public WireFormatException(String message) {
        this(message, true);
    }

    private WireFormatException(String message, boolean isOfAnotherVersion) {
        super(message);
        this.isOfAnotherVersion = isOfAnotherVersion;
    }

    /** For bytes of this version that it cannot have written so. */
    static WireFormatException corrupt(String message) {
        return new WireFormatException(message, false);
    }

    /** For a kind of bytes that this version does not have. */
    public static WireFormatException unknown(String what) {
        return new WireFormatException(what + ", which this version does not know" + NEWER_WROTE_IT);
    }

    /** Whether another version can read the bytes. */
    public boolean isOfAnotherVersion() {
        return isOfAnotherVersion;
    }
}
